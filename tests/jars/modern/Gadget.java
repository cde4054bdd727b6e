package gone;

/** Is there when a jar is compiled and not when it is played, as javafx is for some. */
public class Gadget {
}
