package broadside.host;

/** Counts what the author of a bot should know about; summed up in one line at the end. */
final class Tally {
    /** The methods of a bot. */
    enum Call {
        STARTMATCH("startMatch"), STARTROUND("startRound"), PLACESHIPS("placeShips"),
        INCOMING("incoming"), GETFIRECOORDINATES("getFireCoordinates"),
        HITFEEDBACK("hitFeedBack"), ENDROUND("endRound"), ENDMATCH("endMatch");

        final String word;

        Call(String word) {
            this.word = word;
        }
    }

    private static final int TRACES = 3; /* per method; further ones are only counted */
    private static final Call[] CALLS = Call.values();

    private final long[] thrown = new long[CALLS.length];
    private final BotLog log;
    volatile Call current; /* the method that is running */
    volatile int late; /* ships placed after placeShips had returned */
    int ignored; /* placements of a ship placed before, of an unknown ship, or at null */
    long rounds;
    long shots;
    long nulls; /* shots at null */
    long off; /* shots off the board */

    private String begin = "";

    Tally(BotLog log) {
        this.log = log;
    }

    void begins(String generation, String entry) {
        begin = " generation=" + generation + " entry=" + entry;
    }

    boolean hasBegun() {
        return !begin.isEmpty();
    }

    /** Notes an exception. Out of memory ends the process. */
    void note(Call call, Throwable problem) {
        if (problem instanceof OutOfMemoryError) {
            Host.fail("java.lang.OutOfMemoryError in " + call.word);
        }
        if (++thrown[call.ordinal()] <= TRACES) {
            log.trace(call.word, problem);
        }
    }

    String summary() {
        StringBuilder text = new StringBuilder("summary").append(begin).append(" rounds=").append(rounds)
                .append(" shots=").append(shots).append(" null=").append(nulls)
                .append(" off=").append(off).append(" late=").append(late)
                .append(" ignored=").append(ignored).append(" output=").append(log.total());
        for (Call call : CALLS) {
            if (thrown[call.ordinal()] > 0) {
                text.append(' ').append(call.word).append('=').append(thrown[call.ordinal()]);
            }
        }
        return text.toString();
    }
}
