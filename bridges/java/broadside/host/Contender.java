package broadside.host;

import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Fleet;
import battleships.BattleshipAI;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import tournament.player.PlayerFactory;

/**
 * The bot in a jar: its entry class, its name and authors, and a player.
 *
 * G3.jar should contain g3.G3, which is a PlayerFactory (since 2015) or has a static method
 * getPlayerFactory (2014) or getAI (2013). If the names do not match, all classes are searched.
 */
final class Contender {
    /** Thrown with the reason why a jar cannot play. */
    static final class Unfit extends Exception {
        private static final long serialVersionUID = 1L;

        Unfit(String sentence) {
            super(sentence);
        }
    }

    private static final String LETTERS = "EGYRXT";
    private static final int MOST = 100;
    private static final int TEXT = 120;

    Player player;
    String generation;
    String entry; /* name of the entry class */
    private String name;
    private String id;
    private String authors = "";
    private final File file;
    private final BotLog log;
    private ClassLoader loader;

    private Contender(File file, BotLog log) {
        this.file = file;
        this.log = log;
    }

    /** The name of the file without .jar. */
    static String base(File file) {
        String text = file.getName();
        return text.endsWith(".jar") ? text.substring(0, text.length() - 4) : text;
    }

    /** Is the name a league letter and a number from 1 to 100? */
    static boolean isProperName(String base) {
        int number = 0;
        if (base.length() < 2 || base.length() > 4 || LETTERS.indexOf(base.charAt(0)) < 0
                || base.charAt(1) == '0') {
            return false;
        }
        for (int i = 1; i < base.length(); i++) {
            char digit = base.charAt(i);
            if (digit < '0' || digit > '9') {
                return false;
            }
            number = 10 * number + digit - '0';
        }
        return number <= MOST;
    }

    /** The entry class that a file of this name should contain. */
    static String properClass(String base) {
        return base.toLowerCase(java.util.Locale.ROOT) + "." + base;
    }

    static Contender load(String path, BotLog log) throws Unfit {
        Contender contender = new Contender(new File(path), log);
        try (JarFile jar = new JarFile(contender.file)) {
            contender.loader = JarLoader.of(contender.file.toURI().toURL(), jar);
            Thread.currentThread().setContextClassLoader(contender.loader);
            contender.find(jar);
        } catch (IOException problem) {
            throw new Unfit("it is not a jar: " + problem.getMessage());
        }
        return contender;
    }

    /** The lines that introduce the bot to the arena. */
    String hello() {
        return "name " + name + "\nid " + id + "\n"
                + (authors.isEmpty() ? "" : "authors " + authors + "\n")
                + "plays race wrecks hit-again\nready\n";
    }

    private void find(JarFile jar) throws Unfit {
        String base = base(file);
        String proper = properClass(base);
        boolean there = jar.getEntry(proper.replace('.', '/') + ".class") != null;

        if (there && begin(proper)) {
            return;
        }
        String why = !isProperName(base) ? "its name is not like G3.jar"
                : there ? proper + " is not a factory" : "it has no class " + proper;
        List<String> found = scan(jar);
        if (found.isEmpty()) {
            throw new Unfit(why + ", and no other class is a factory" + newer(jar));
        }
        log.say("note: " + why + "; using " + found.get(0)
                + (found.size() > 1 ? ", the first of " + found.size() + " factories" : ""));
        if (!begin(found.get(0))) {
            throw new Unfit(found.get(0) + " is not a factory");
        }
    }

    /* --- searching a jar --------------------------------------------------------------------- */

    private List<String> scan(JarFile jar) {
        List<String> names = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (JarEntry entry : Collections.list(jar.entries())) {
            String path = entry.getName();
            if (path.endsWith(".class") && !path.startsWith("META-INF/")) {
                names.add(path.substring(0, path.length() - 6).replace('/', '.'));
            }
        }
        Collections.sort(names);
        for (String candidate : names) {
            try {
                if (kind(Class.forName(candidate, false, loader)) != null) {
                    found.add(candidate);
                }
            } catch (Throwable cannotBeLoaded) {
                continue;
            }
        }
        return found;
    }

    /** The kind of entry class; null if it is not one. */
    private static String kind(Class<?> type) {
        if (entryMethod(type, "getPlayerFactory") != null) {
            return "2014";
        }
        if (PlayerFactory.class.isAssignableFrom(type) && !type.isInterface()
                && !Modifier.isAbstract(type.getModifiers()) && constructor(type) != null) {
            return "v4";
        }
        return entryMethod(type, "getAI") != null ? "2013" : null;
    }

    /* Finding one method resolves the types of all methods, and some factories have methods that are
     * never called and need a class that is not installed, such as javafx. */
    private static Method entryMethod(Class<?> type, String wanted) {
        try {
            Method method = type.getDeclaredMethod(wanted);
            return Modifier.isStatic(method.getModifiers()) ? method : null;
        } catch (NoSuchMethodException | LinkageError none) {
            return null;
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        try {
            return type.getDeclaredConstructor();
        } catch (NoSuchMethodException none) {
            return null;
        }
    }

    /** The newest version of Java that a class of the jar was compiled for. */
    static int newestClass(JarFile jar) {
        int newest = 0;
        for (JarEntry entry : Collections.list(jar.entries())) {
            if (!entry.getName().endsWith(".class") || entry.getName().startsWith("META-INF/")) {
                continue;
            }
            try (InputStream stream = jar.getInputStream(entry)) {
                byte[] head = new byte[8];
                int count = 0;
                int more;
                while (count < 8 && (more = stream.read(head, count, 8 - count)) > 0) {
                    count += more;
                }
                if (count == 8) {
                    newest = Math.max(newest, (head[6] & 255) << 8 | head[7] & 255);
                }
            } catch (IOException broken) {
                continue;
            }
        }
        return newest - 44;
    }

    static int thisJava() {
        String version = System.getProperty("java.class.version");
        return Integer.parseInt(version.substring(0, version.indexOf('.'))) - 44;
    }

    private static String newer(JarFile jar) {
        int newest = newestClass(jar);
        return newest <= thisJava() ? ""
                : "; its classes are for Java " + newest + " and this is Java " + thisJava()
                        + ": compile with --release " + thisJava();
    }

    /* --- starting ---------------------------------------------------------------------------- */

    /** Returns false if the class is not an entry class. */
    private boolean begin(String className) throws Unfit {
        try {
            Class<?> type = Class.forName(className, true, loader);
            generation = kind(type);
            entry = className;
            if (generation == null) {
                return false;
            }
            if (generation.equals("2013")) {
                beginOld(call(entryMethod(type, "getAI")));
            } else if (generation.equals("2014")) {
                beginModern(call(entryMethod(type, "getPlayerFactory")), 0);
            } else {
                Constructor<?> constructor = constructor(type);
                constructor.setAccessible(true);
                beginModern(constructor.newInstance(), 1);
            }
            return true;
        } catch (OutOfMemoryError full) {
            throw full;
        } catch (Unfit unfit) {
            throw unfit;
        } catch (Throwable problem) {
            throw new Unfit(className + " cannot be loaded: " + explain(problem));
        }
    }

    private static Object call(Method method) throws ReflectiveOperationException {
        method.setAccessible(true);
        return method.invoke(null);
    }

    private String explain(Throwable problem) {
        Throwable cause = problem;
        if (problem instanceof InvocationTargetException
                || problem instanceof ExceptionInInitializerError) {
            cause = problem.getCause() != null ? problem.getCause() : problem;
        }
        if (cause instanceof UnsupportedClassVersionError) {
            try (JarFile jar = new JarFile(file)) {
                return newer(jar).replaceFirst("^; ", "");
            } catch (IOException gone) {
                return "it was compiled for a newer Java";
            }
        }
        log.trace("start", cause);
        return clean(cause.toString());
    }

    private void beginOld(Object found) throws Unfit {
        if (!(found instanceof BattleshipAI)) {
            throw new Unfit(entry + ".getAI returned " + describe(found) + ", not a BattleshipAI");
        }
        BattleshipAI old = (BattleshipAI) found;
        player = new Player.Old(old);
        id = base(file);
        name = ask(new Question() {
            @Override
            public String ask() {
                return old.getName();
            }
        }, id);
    }

    private void beginModern(Object found, int first) throws Unfit {
        if (!(found instanceof PlayerFactory)) {
            throw new Unfit(entry + ".getPlayerFactory returned " + describe(found)
                    + ", not a PlayerFactory");
        }
        PlayerFactory<?> factory = (PlayerFactory<?>) found;
        Object made = factory.getNewInstance();
        if (!(made instanceof BattleshipsPlayer)) {
            throw new Unfit(entry + ".getNewInstance returned " + describe(made)
                    + ", not a BattleshipsPlayer");
        }
        if (first == 1 && hasOldStart(made.getClass())) {
            generation = "v3";
        }
        player = new Player.Modern((BattleshipsPlayer) made, first);
        introduce(factory);
    }

    private void introduce(PlayerFactory<?> factory) {
        id = ask(new Question() {
            @Override
            public String ask() {
                return factory.getID();
            }
        }, base(file));
        name = ask(new Question() {
            @Override
            public String ask() {
                return factory.getName();
            }
        }, id);
        authors = ask(new Question() {
            @Override
            public String ask() {
                String[] all = factory.getAuthors();
                return all == null ? "" : String.join(", ", all);
            }
        }, "");
    }

    private static String describe(Object object) {
        return object == null ? "null" : "a " + object.getClass().getName();
    }

    /** Was the bot written for the interface with startMatch(int) only? */
    private static boolean hasOldStart(Class<?> type) {
        try {
            return type.getMethod("startMatch", int.class, Fleet.class, int.class, int.class)
                    .getDeclaringClass() == BattleshipsPlayer.class;
        } catch (NoSuchMethodException | LinkageError unknown) {
            return false;
        }
    }

    /* --- name and authors -------------------------------------------------------------------- */

    /* Not a lambda: the first lambda takes longer to start than everything else here. */
    private interface Question {
        String ask();
    }

    private String ask(Question question, String otherwise) {
        try {
            String answer = question.ask();
            return answer == null || clean(answer).isEmpty() ? otherwise : clean(answer);
        } catch (OutOfMemoryError full) {
            throw full;
        } catch (Throwable problem) {
            log.trace("factory", problem);
            return otherwise;
        }
    }

    /** One line of text without control characters. */
    private static String clean(String text) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < text.length() && i < TEXT; i++) {
            char c = text.charAt(i);
            line.append(Character.isISOControl(c) ? ' ' : c);
        }
        return line.toString().trim();
    }
}
