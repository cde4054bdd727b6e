package broadside.host;

/** What a bot did that its author should know of: counted, and told at the end in one line. */
final class Tally {
    /** What of a bot is called, under the names its author knows. */
    enum Call {
        STARTMATCH("startMatch"), STARTROUND("startRound"), PLACESHIPS("placeShips"),
        INCOMING("incoming"), GETFIRECOORDINATES("getFireCoordinates"),
        HITFEEDBACK("hitFeedBack"), ENDROUND("endRound"), ENDMATCH("endMatch");

        final String word;

        Call(String word) {
            this.word = word;
        }
    }

    private static final int TRACES = 3; /* shown of each call; the rest is only counted */
    private static final Call[] CALLS = Call.values();

    private final long[] thrown = new long[CALLS.length];
    private final BotLog log;
    volatile Call current; /* what the bot is in */
    volatile int late; /* ships placed after placeShips had returned */
    int ignored; /* ships placed twice, ships of somebody else, positions that were null */
    long rounds;
    long shots;
    long nulls; /* shots at nothing, shots off the board */
    long off;

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

    /** Something was thrown out of a call. Without memory there is no going on. */
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
