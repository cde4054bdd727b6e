package helpers;

/** A class outside of its bot's package, as some jars have them. */
public final class Tool {
    private Tool() {
    }

    public static int twice(int number) {
        return 2 * number;
    }
}
