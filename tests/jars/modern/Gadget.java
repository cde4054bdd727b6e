package gone;

/** Exists at compile time but not at run time, as javafx does for some bots. */
public class Gadget {
}
