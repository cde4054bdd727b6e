package broadside.host;

import java.io.File;
import java.io.IOException;
import java.util.jar.JarFile;

/** Describes a jar in one line without running any of its code. */
final class Inspect {
    private Inspect() {
    }

    static void inspect(String path) throws IOException {
        File file = new File(path);
        String base = Contender.base(file);
        String wanted = Contender.properClass(base);
        try (JarFile jar = new JarFile(file)) {
            boolean there = jar.getEntry(wanted.replace('.', '/') + ".class") != null;
            System.out.println("broadside-java: inspect named="
                    + (Contender.isProperName(base) ? 1 : 0) + " there=" + (there ? 1 : 0)
                    + " newest=" + Contender.newestClass(jar) + " java=" + Contender.thisJava());
        }
    }
}
