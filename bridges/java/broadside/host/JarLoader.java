package broadside.host;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.jar.JarFile;

/**
 * Loads the classes of a jar. Its parent has the platform and our interfaces, which win over copies
 * in the jar, but not the classes of the host.
 */
final class JarLoader extends URLClassLoader {
    private JarLoader(URL jar, ClassLoader above) {
        super(new URL[] {jar}, above);
    }

    static JarLoader of(URL url, JarFile jar) {
        return new JarLoader(url, new Interfaces(jar));
    }

    private static final class Interfaces extends ClassLoader {
        private static final String[] PACKAGES = {
            "battleship.interfaces.", "tournament.player.", "battleships."};

        private final ClassLoader ours = Interfaces.class.getClassLoader();
        private final int packages;

        /* Bots of 2013 use our package battleships. Other bots may have their own package of that name. */
        Interfaces(JarFile jar) {
            super(ClassLoader.getSystemClassLoader().getParent());
            boolean theirs = false;
            for (String name : new String[] {"Ship", "Fleet", "Board", "Position"}) {
                theirs |= jar.getEntry("battleships/" + name + ".class") != null;
            }
            theirs &= jar.getEntry("battleships/BattleshipAI.class") == null;
            packages = PACKAGES.length - (theirs ? 1 : 0);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            for (int i = 0; i < packages; i++) {
                if (name.startsWith(PACKAGES[i])) {
                    return ours.loadClass(name);
                }
            }
            return super.loadClass(name, resolve);
        }
    }
}
