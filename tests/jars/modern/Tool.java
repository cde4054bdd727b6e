package helpers;

/** A class outside the bot's package, as in some jars. */
public final class Tool {
    private Tool() {
    }

    public static int twice(int number) {
        return 2 * number;
    }
}
