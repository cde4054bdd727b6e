package broadside.host;

import java.io.ByteArrayInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Runs the bot of a jar: {@code java -jar broadside-java.jar play G3.jar}. Speaks the bot protocol on
 * the standard streams. Output of the bot goes to standard error. {@code inspect} instead of
 * {@code play} says what the jar contains, see Inspect.
 */
public final class Host {
    private static final int FAILED = 1;
    private static final int LEFT = 70;
    private static final long LOG_KB = 256;

    private static BotLog log;
    private static Tally tally;
    private static volatile boolean over;

    private Host() {
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 2 && arguments[0].equals("inspect")) {
            Inspect.inspect(arguments[1]);
            return;
        }
        FileOutputStream error = new FileOutputStream(FileDescriptor.err);
        log = new BotLog(error, 1024 * Long.getLong("broadside.log", LOG_KB));
        tally = new Tally(log);
        if (arguments.length != 2 || !arguments[0].equals("play")) {
            fail("usage: java -jar broadside-java.jar play G3.jar");
        }
        Wire wire = Wire.take();
        PrintStream stream = new PrintStream(log, false, "UTF-8");
        System.setOut(stream);
        System.setErr(stream);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Runtime.getRuntime().addShutdownHook(new Thread() {
            @Override
            public void run() {
                left();
            }
        });
        play(wire, arguments[1]);
        over = true;
        log.shut();
        log.say(tally.summary());
        Runtime.getRuntime().halt(0); /* even if the bot has threads running */
    }

    private static void play(Wire wire, String path) throws IOException {
        Contender contender = null;
        try {
            contender = Contender.load(path, log);
        } catch (Contender.Unfit unfit) {
            fail(unfit.getMessage());
        } catch (OutOfMemoryError full) {
            fail("java.lang.OutOfMemoryError while loading the bot");
        }
        tally.begins(contender.generation, contender.entry);
        byte[] hello = contender.hello().getBytes(StandardCharsets.UTF_8);
        new Conversation(wire, contender.player, tally).run(hello);
    }

    /** Ends the process. The reason is the last line, which the arena reports. */
    static void fail(String reason) {
        over = true;
        log.shut();
        if (tally.hasBegun()) {
            log.say(tally.summary());
        }
        log.say(reason);
        Runtime.getRuntime().halt(FAILED);
    }

    /* The virtual machine shuts down before the end of the match: the bot called exit. */
    private static void left() {
        if (over) {
            return;
        }
        Tally.Call call = tally.current;
        log.shut();
        if (tally.hasBegun()) {
            log.say(tally.summary());
        }
        log.say("the bot called System.exit" + (call == null ? "" : " in " + call.word));
        Runtime.getRuntime().halt(LEFT);
    }
}
