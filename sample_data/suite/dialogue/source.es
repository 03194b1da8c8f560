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
