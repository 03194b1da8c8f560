El gobierno regional anunció ayer nuevas medidas para frenar la pérdida de agua en los embalses.
Según los datos oficiales, las reservas están al 38,4 % de su capacidad.
Es el nivel más bajo desde el verano de 1995.
La consejera de Medio Ambiente, Teresa Alcubierre, presentó el plan en una rueda de prensa en Zaragoza.
"No podemos esperar a que llueva", dijo la consejera.
El plan incluye la reparación de 214 kilómetros de tuberías antiguas y la instalación de contadores inteligentes en doce municipios.
Las obras empezarán el 3 de octubre y costarán 46,7 millones de euros.
Una cuarta parte del dinero vendrá de los fondos europeos.
Los agricultores del valle recibieron la noticia con prudencia.
Para Joaquín Larrea, que cultiva melocotones cerca de Fraga desde hace treinta años, las medidas llegan tarde.
"Este año he perdido la mitad de la cosecha, y nadie me la va a devolver", lamentó.
La oposición, por su parte, acusa al gobierno de actuar sin escuchar a los expertos.
¿Será suficiente el plan para evitar los cortes de agua el próximo verano?
Los técnicos no se ponen de acuerdo.
Un informe de la universidad calcula que, para llegar a la primavera sin restricciones, el consumo tendría que bajar un 15 % en los hogares y un 22 % en la industria, y que el riego nocturno ahorraría otros 8,5 millones de metros cúbicos.
Los ayuntamientos más pequeños piden además ayuda para pagar las obras.
El parlamento votará las medidas el jueves de la semana que viene.
Mientras tanto, los vecinos de Valdemar siguen llenando cubos en la fuente de la plaza.
El tren nocturno entre Lisboa y Madrid volverá a circular la próxima primavera.
La línea llevaba cerrada desde marzo de 2020.
Las dos compañías ferroviarias firmaron el acuerdo el lunes por la tarde.
El viaje durará nueve horas y media, con paradas en Coímbra, Salamanca y Ávila.
El billete más barato costará 39,90 euros, y una cabina para dos personas, 145 euros.
"La gente quiere viajar de otra manera", explicó el portavoz de la empresa, Rui Tavares.
Una encuesta reciente le da la razón.
El 61 % de los viajeros menores de 35 años preferiría el tren al avión si el precio fuera parecido.
Los trenes llevarán ocho coches, entre ellos un coche restaurante y otro para bicicletas.
Sin embargo, no todos están contentos con el horario.
El alcalde de Ciudad Rodrigo, D. Emilio Pascual, protestó porque el tren pasará por su ciudad sin detenerse.
"Oiremos el silbato a las tres de la madrugada, y nada más", dijo con ironía.
La empresa promete estudiar una parada nueva en 2027.
Durante el primer año se esperan unos 180.000 pasajeros.
Los sindicatos recuerdan que faltan maquinistas, que los sueldos no han subido desde hace cuatro años y que, si no hay un acuerdo antes del 20 de diciembre, el tren nocturno podría empezar su nueva vida con una huelga.
Las negociaciones continuarán el miércoles en la sede del ministerio.
¿Quién no recuerda su primera noche en un tren?
Los billetes estarán a la venta a partir del 15 de enero.
Una bibliotecaria jubilada encontró el mapa perdido de la ciudad de Cuenca dentro de un libro de cocina.
El documento, dibujado a mano en 1641, mide 52 por 37 centímetros.
Los historiadores lo buscaban desde hacía más de un siglo.
Pilar Montesinos, de 71 años, compró el libro por cuatro euros en un mercadillo.
"Yo solo quería una receta de perdiz", contó entre risas.
Al llegar a casa, una hoja doblada cayó sobre la mesa.
Al principio pensó que era una carta antigua.
Después reconoció el puente, la catedral y las casas que cuelgan sobre el río.
El director del museo, el Dr. Andrés Quiroga, confirmó que el mapa es auténtico.
El papel, la tinta y la letra corresponden a la época.
El mapa muestra tres calles que ya no existen, un mercado junto al río que se quemó en 1702 y una muralla que nadie había podido situar, aunque aparece en muchas cartas de la época.
"Es como abrir una ventana al siglo XVII", afirmó Quiroga.
Su valor se calcula entre 80.000 y 120.000 euros.
Montesinos, sin embargo, no piensa venderlo.
Lo ha donado al museo con una sola condición.
Los niños de las escuelas de la provincia podrán verlo gratis.
El mapa se expondrá a partir del 9 de mayo en la segunda planta.
¿Y qué pasó con la receta de la perdiz?
