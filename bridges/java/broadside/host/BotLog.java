package broadside.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/**
 * Standard error, the only stream that a bot can write to. Output beyond a limit is dropped but
 * counted; the host's own lines are always written.
 */
final class BotLog extends OutputStream {
    private static final int RESERVE = 8192;
    private static final int TRACE = 2000; /* characters of a stack trace */

    private final OutputStream log;
    private long room;
    private long total;

    BotLog(OutputStream log, long cap) {
        this.log = log;
        room = Math.max(0, cap - RESERVE);
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) throws IOException {
        int taken = (int) Math.min(room, count);

        total += count;
        room -= taken;
        if (taken > 0) {
            log.write(bytes, from, taken);
        }
        if (taken < count && taken > 0) {
            say("note: the bot prints too much; further output is dropped");
        }
    }

    synchronized long total() {
        return total;
    }

    /** Drops all further output of the bot, whose threads may still be running. */
    synchronized void shut() {
        room = 0;
    }

    /** Writes a line from the host. */
    synchronized void say(String line) {
        try {
            log.write(("broadside-java: " + line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException nobodyListens) {
            return;
        }
    }

    /* A stack trace without the frames of the host. */
    private static String theirs(String trace) {
        StringBuilder kept = new StringBuilder();
        for (String line : trace.split("\\R")) {
            if (!line.startsWith("\tat ") || !(line.contains("broadside.host.")
                    || line.contains("jdk.internal.reflect.")
                    || line.contains("java.lang.reflect."))) {
                kept.append(line).append('\n');
            }
        }
        return kept.toString();
    }

    /** Writes the start of a stack trace. Printing an exception may run code of the bot. */
    void trace(String where, Throwable problem) {
        String text;
        try {
            StringWriter writer = new StringWriter();
            problem.printStackTrace(new PrintWriter(writer, true));
            text = theirs(writer.toString());
        } catch (Throwable again) {
            text = problem.getClass().getName();
        }
        if (text.length() > TRACE) {
            text = text.substring(0, TRACE) + "...";
        }
        byte[] bytes = ("in " + where + ": " + text.trim() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            int taken = (int) Math.min(room, bytes.length);
            room -= taken;
            try {
                log.write(bytes, 0, taken);
            } catch (IOException nobodyListens) {
                return;
            }
        }
    }
}
