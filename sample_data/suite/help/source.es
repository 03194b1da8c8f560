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
