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
La isla de Tabarca está a solo once millas del puerto de Alicante.
Los barcos salen cada hora entre las 9:30 y las 18:30.
En invierno solo hay dos viajes al día, y el mar no siempre lo permite.
Lleve agua, un sombrero y zapatos cómodos, porque casi no hay sombra.
El pueblo tiene unas cincuenta casas blancas, una iglesia y dos hornos de pan.
Los gatos, que son más numerosos que los vecinos, duermen en las escaleras.
A la derecha del muelle empieza un camino de tierra que da la vuelta a la isla.
El paseo completo dura una hora y cuarto, sin prisas.
A mitad de camino encontrará el viejo faro, construido en 1854.
Desde allí se ve la costa, desde Santa Pola hasta el cabo de la Huerta.
Las aguas son una reserva marina, así que está prohibido pescar y llevarse piedras o conchas.
¡No olvide las gafas de buceo!
Junto a las rocas del sur nadan meros de más de un metro.
Para comer, pida el caldero, un arroz con pescado que los marineros preparaban a bordo.
Cuesta entre 18 y 25 euros por persona, y conviene reservar mesa.
Si pierde el último barco, todavía puede dormir en uno de los tres hostales de la isla.
De noche, cuando se van los turistas, el silencio es total.
Entonces la isla vuelve a ser de los gatos.
Granada se entiende mejor a pie y despacio.
Empiece la mañana en la plaza Nueva, donde los camareros ya sacan las sillas.
Un café con leche y una tostada con tomate cuestan unos 3,20 euros.
Después suba por la carrera del Darro, quizá la calle más bonita de Andalucía.
A su izquierda quedan las casas; a su derecha, el río y, en lo alto, la Alhambra.
Las entradas para el palacio se agotan con semanas de antelación.
Cómprelas por internet y lleve siempre el pasaporte o el DNI.
La visita empieza a la hora exacta que aparece en la entrada, ni un minuto más tarde.
¿Prefiere usted evitar las multitudes?
Entonces pasee por el Albaicín a la hora de la siesta, cuando todas las persianas están bajadas.
Detrás de cada muro hay un jardín con un granado, una fuente y un gato.
El mirador de San Nicolás se llena al atardecer de guitarras y de cámaras.
Un poco más arriba, el mirador de San Miguel tiene la misma vista y muchos menos visitantes.
En Granada la tapa es gratis: usted pide una bebida y la cocina decide el resto.
Con tres cañas se cena de sobra.
El autobús C31 sube al barrio cada ocho minutos hasta las once de la noche.
En enero, desde la misma calle donde usted toma el sol, verá esquiadores con las botas al hombro.
La sierra está a solo 32 kilómetros, de modo que un viajero con buenas piernas y pocas ganas de dormir puede esquiar por la mañana, comer pescado en la costa y estar de vuelta en la plaza para la primera tapa.
El autobús de Potosí a Uyuni sale a las siete de la mañana, o cuando está lleno.
Compre el billete el día antes en la terminal vieja.
Pida un asiento a la izquierda, porque las mejores vistas están de ese lado.
La carretera sube hasta los 4.200 metros, y el dolor de cabeza es frecuente.
Los viajeros de la zona mastican hojas de coca; los demás beben mucha agua y hablan poco.
A las dos horas, el conductor para en un pueblo sin nombre en el mapa.
Una mujer vende sopa de quinua en tazas de metal.
"Coma despacio, joven, que aquí el aire también es comida", me dijo.
Nunca he probado una sopa mejor.
Después el paisaje se vuelve rojo, luego gris y por fin completamente blanco.
El salar mide más de 10.000 kilómetros cuadrados y se ve desde el espacio.
En la época de lluvias, de enero a marzo, una capa fina de agua lo convierte en un espejo.
No se sabe dónde termina la tierra y dónde empieza el cielo.
Lleve gafas de sol, crema y ropa de abrigo, ya que por la noche la temperatura baja a -15 grados.
Algunos hoteles están hechos de sal: las paredes, las camas y hasta los relojes.
Una habitación doble cuesta unos 70 dólares con el desayuno incluido.
¿Vale la pena un viaje tan largo?
Mi respuesta es que volveré antes de que termine el año.
Gracias por comprar la cafetera Aroma 300.
Lea estas instrucciones antes de usar el aparato por primera vez.
Llene el depósito con agua fría hasta la marca MAX.
No use nunca agua con gas ni leche en el depósito.
Pulse el botón rojo y espere a que la luz deje de parpadear.
La cafetera necesita unos 45 segundos para calentarse.
Para un café corto, pulse una vez; para un café largo, pulse dos veces.
Puede cambiar la cantidad de agua entre 30 y 120 ml en el menú "Ajustes".
Si el café sale demasiado frío, caliente antes la taza con agua.
¿La pantalla muestra el mensaje de error E4?
Eso significa que el filtro está sucio o mal colocado.
Apague el aparato, saque el filtro y lávelo con agua caliente, sin jabón.
Vuelva a colocarlo hasta que oiga un clic.
Limpie la cafetera con vinagre cada tres meses, o cada 200 tazas.
Si el problema continúa, anote el número de serie que está debajo del depósito y llame al servicio técnico, de lunes a viernes entre las 9:00 y las 17:30, al número que aparece en la última página.
La garantía es válida durante 24 meses a partir de la fecha de compra.
La garantía no cubre los daños causados por golpes, caídas o un uso incorrecto.
Guarde el recibo en un lugar seguro, p. ej. dentro de la caja.
Con la aplicación Cuaderno puede guardar sus notas en el teléfono y en el ordenador.
Abra la aplicación y toque "Crear una cuenta".
Escriba su correo electrónico y elija una contraseña de al menos diez caracteres.
La contraseña debe contener una letra mayúscula y un número.
Recibirá un mensaje con un enlace que caduca a las 24 horas.
Si no lo encuentra, mire en la carpeta de correo no deseado.
Para crear una nota nueva, pulse el signo más en la esquina inferior derecha.
Las notas se guardan automáticamente cada cinco segundos.
También puede añadir fotos, dibujos y archivos de hasta 20 MB.
¿Qué ocurre si trabajo sin conexión a internet?
Los cambios quedan en su teléfono y se envían cuando vuelve la conexión.
Si dos personas modifican la misma nota a la vez, la aplicación conserva las dos versiones y le pregunta cuál prefiere.
Para borrar una nota, deslice el dedo hacia la izquierda.
Las notas borradas permanecen 30 días en la papelera.
Después de ese plazo no es posible recuperarlas.
La versión gratuita permite un máximo de 500 notas.
La versión completa cuesta 2,99 euros al mes, con un descuento del 20 % si paga todo el año.
¡Ya está listo para escribir su primera nota!
Mi abuela guardaba las llaves del molino en una caja de galletas, debajo de la cama.
Nadie había molido trigo allí desde la guerra, pero ella las limpiaba todos los domingos.
"Una llave sucia no abre nada", decía.
El verano en que cumplí once años, la caja apareció vacía.
Mi madre culpó a mi primo Tomás, que tenía fama de ladrón de peras.
Tomás juró por la Virgen y por su bicicleta que era inocente.
Yo le creí, sobre todo por la bicicleta.
Aquella noche no pude dormir.
Hacia las dos, cuando el reloj del pueblo ya había dado la hora y los perros por fin se habían callado, oí pasos en la escalera, luego un cajón que se abría y después el ruido suave de la puerta.
Me levanté, me puse las botas de mi padre y salí al camino.
La luna iluminaba el campo como una lámpara de hospital.
Delante de mí, descalza y con el pelo suelto, caminaba mi abuela.
La seguí hasta el molino sin hacer ruido.
Ella sacó las llaves del bolsillo, abrió la puerta y se sentó en la piedra redonda del centro.
Entonces empezó a hablar en voz baja con alguien que yo no podía ver.
"Ha llovido poco, pero las uvas están dulces", dijo, y se rió.
Han pasado cuarenta años y todavía no sé quién la escuchaba.
Pero ahora las llaves son mías, y todos los domingos las limpio.
El inspector Salvatierra llegó al hotel a las seis y diez, empapado y de mal humor.
El portero le ofreció una toalla y un silencio incómodo.
En la habitación 207 faltaban tres cosas: un violín, una maleta y el señor Grau.
La ventana estaba abierta y la cortina se movía como si saludara.
Sobre la mesa quedaban media manzana y un billete de tren sin usar.
Salvatierra miró la fecha del billete: 14 de noviembre, es decir, mañana.
"Un hombre que huye no deja pagado el viaje", pensó.
Tocó la manzana con un dedo.
La carne todavía estaba blanca, así que alguien la había mordido hacía menos de una hora.
Bajó a la recepción y pidió la lista de los huéspedes.
La señora Ferrer, la dueña, que llevaba treinta años contestando a las preguntas de la policía sin decir nunca nada, buscó las gafas durante un tiempo sospechosamente largo antes de abrir el libro.
Solo había cuatro nombres, y uno estaba escrito con tinta más clara.
¿Quién era la doctora Irene Valls, y por qué había pagado al contado?
La dueña juró que jamás la había visto de cerca.
En ese momento, desde el piso de arriba, llegó una nota larga y triste de violín.
El portero dejó caer la bandeja.
Salvatierra subió los escalones de dos en dos, con la toalla todavía en el cuello.
La habitación 207 estaba cerrada por dentro.
Buenos días, ¿en qué puedo ayudarla?
Buenos días, quería cambiar estos zapatos, porque me quedan pequeños.
¿Los ha usado ya fuera de casa?
No, solo me los puse cinco minutos delante del espejo.
¿Tiene usted el recibo de la compra?
Creo que sí, espere un momento, por favor.
Aquí está, los compré el viernes pasado por 64,95 euros.
Perfecto, ¿y qué número necesita?
Normalmente uso un 38, pero creo que estos son más estrechos.
Tiene razón, con esta marca le pasa a todo el mundo.
El 39 lo tengo en negro y en azul, pero no en marrón.
¡Qué lástima, el marrón era el color que más me gustaba!
Podemos pedirlo a la tienda de Bilbao y llegaría el martes.
El martes me voy de viaje a las ocho de la mañana.
Entonces se los mandamos a casa sin ningún coste.
¿De verdad, no tengo que pagar nada más?
Nada, señora, solo necesito su dirección y una firma aquí abajo.
Muchísimas gracias, así da gusto comprar.
Oye, Marta, ¿has visto mi cargador del móvil?
Estaba en la cocina, al lado de la tostadora.
Ya he mirado allí y no está.
Pues pregúntale a Nico, que ayer lo usó toda la tarde.
Nico dice que te lo devolvió a ti.
¡Eso es mentira, me devolvió los auriculares!
Bueno, da igual, tengo que salir en diez minutos y me queda un 4 % de batería.
Llévate el mío, pero tráemelo antes de las nueve.
Gracias, eres la mejor hermana del mundo.
Soy la única que tienes, así que no exageres.
¿Adónde vas tan elegante, si se puede saber?
Tengo una entrevista de trabajo en la calle Serrano.
¿Una entrevista, y no me habías dicho nada?
No quería que mamá se pusiera nerviosa antes que yo.
Tranquilo, respira hondo y no hables tan rápido como siempre.
¿Y si me preguntan por el inglés?
Diles la verdad: que entiendes las canciones, pero no las películas.
¡Mira, el cargador estaba en tu bolsillo!
Tortilla de patatas con cebolla para cuatro personas.
Necesita seis huevos, 700 gramos de patatas, una cebolla grande, aceite de oliva y sal.
El tiempo total de preparación es de unos 50 minutos.
Pele las patatas, lávelas y séquelas bien con un paño.
Córtelas en rodajas finas, de unos 0,3 centímetros.
Pique la cebolla en trozos pequeños.
Caliente abundante aceite en una sartén a fuego medio.
Añada las patatas y la cebolla, y deje que se hagan despacio durante 25 minutos.
No deben quedar crujientes, sino tiernas.
Mientras tanto, bata los huevos en un cuenco grande con un poco de sal.
Escurra las patatas y mézclelas con los huevos.
Deje reposar la mezcla diez minutos: este es el secreto de mi tía Encarna.
Ponga dos cucharadas de aceite en la sartén y vierta la mezcla.
Cuando los bordes estén firmes, tape la sartén con un plato y dé la vuelta a la tortilla.
¡Hágalo con decisión y sobre el fregadero!
Cocine el otro lado durante tres o cuatro minutos más.
El centro debe quedar jugoso, pero no líquido.
Sírvala caliente o fría, con pan y una ensalada de tomate.
Este arroz con leche es el postre favorito de mi familia.
Para seis raciones hacen falta un litro y medio de leche entera y 180 gramos de arroz redondo.
También se necesitan 120 gramos de azúcar, la piel de un limón y dos ramas de canela.
Lave el arroz con agua fría y escúrralo.
Ponga la leche en una olla grande con la canela y la piel de limón.
Caliéntela a fuego lento, sin que llegue a hervir.
Agregue el arroz y remueva cada dos o tres minutos con una cuchara de madera.
Tenga paciencia, porque este paso dura unos 40 minutos.
Poco a poco, el arroz soltará su almidón y la leche se volverá espesa.
Añada el azúcar solo al final, ya que antes endurecería el arroz.
Cocine cinco minutos más y apague el fuego.
Retire la canela y el limón, y reparta la crema en cuencos pequeños.
¿Le gusta la versión de Asturias?
Entonces cubra cada cuenco con una cucharadita de azúcar y quémela con una pala caliente o un soplete.
La capa de arriba debe romperse como un cristal fino.
Si lo prefiere frío, guárdelo en la nevera un mínimo de cuatro horas.
Se conserva bien durante tres días, aunque en mi casa nunca ha llegado al segundo.
Antes de servir, espolvoree un poco de canela por encima, y ¡buen provecho!
