import battleship.interfaces.BattleshipsPlayer;
import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tournament.player.PlayerFactory;

/**
 * A tournament without the arena: a round robin that calls the players directly, in one virtual
 * machine, with a pool of threads. Prints the seconds taken and the number of shots fired.
 *
 * <p>Arguments: threads, rounds, jars.
 */
public final class Direct {
    private static final int SIZE = 10;
    private static final int[] LENGTHS = {2, 3, 3, 4, 5};
    private static final AtomicLong FIRED = new AtomicLong();

    private static final class Part implements Ship {
        final int length;
        int left;
        boolean placed;

        Part(int length) {
            this.length = length;
            left = length;
        }

        @Override
        public int size() {
            return length;
        }
    }

    private static final class Parts implements Fleet {
        private final List<Ship> ships;

        Parts(List<Ship> ships) {
            this.ships = ships;
        }

        @Override
        public int getNumberOfShips() {
            return ships.size();
        }

        @Override
        public Ship getShip(int index) {
            return ships.get(index);
        }

        @Override
        public Iterator<Ship> iterator() {
            return ships.iterator();
        }
    }

    private static final class Sea implements Board {
        final Part[][] cells = new Part[SIZE][SIZE];
        final boolean[][] shot = new boolean[SIZE][SIZE];
        final Part[] parts = new Part[LENGTHS.length];
        boolean bad;

        Sea() {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new Part(LENGTHS[i]);
            }
        }

        @Override
        public int sizeX() {
            return SIZE;
        }

        @Override
        public int sizeY() {
            return SIZE;
        }

        @Override
        public void placeShip(Position pos, Ship ship, boolean vertical) {
            Part part = (Part) ship;
            part.placed = true;
            for (int i = 0; i < part.length; i++) {
                int x = vertical ? pos.x : pos.x + i;
                int y = vertical ? pos.y + i : pos.y;
                bad |= cells[x][y] != null;
                cells[x][y] = part;
            }
        }

        Fleet afloat() {
            return new Parts(Arrays.asList(Arrays.stream(parts)
                    .filter(part -> part.placed && part.left > 0).toArray(Ship[]::new)));
        }
    }

    private static int session(BattleshipsPlayer attacker, BattleshipsPlayer defender, Sea sea) {
        Fleet afloat = sea.afloat();
        int shots = 0;
        while (afloat.getNumberOfShips() > 0 && shots < SIZE * SIZE) {
            Position target = attacker.getFireCoordinates(afloat);
            Part part = sea.shot[target.x][target.y] ? null : sea.cells[target.x][target.y];
            sea.shot[target.x][target.y] = true;
            shots++;
            if (part != null && --part.left == 0) {
                afloat = sea.afloat();
            }
            attacker.hitFeedBack(part != null, afloat);
            defender.incoming(target);
        }
        FIRED.addAndGet(shots);
        return afloat.getNumberOfShips() > 0 ? 0 : SIZE * SIZE - shots;
    }

    private static void match(File first, File second, int rounds) {
        BattleshipsPlayer a = load(first);
        BattleshipsPlayer b = load(second);
        Fleet fleet = new Parts(Arrays.<Ship>asList(new Sea().parts));
        a.startMatch(rounds, fleet, SIZE, SIZE);
        b.startMatch(rounds, fleet, SIZE, SIZE);
        for (int round = 1; round <= rounds; round++) {
            Sea mine = new Sea();
            Sea theirs = new Sea();
            a.startRound(round);
            b.startRound(round);
            a.placeShips(new Parts(Arrays.<Ship>asList(mine.parts)), mine);
            b.placeShips(new Parts(Arrays.<Ship>asList(theirs.parts)), theirs);
            int lost = session(b, a, mine);
            int won = session(a, b, theirs);
            a.endRound(round, won, lost);
            b.endRound(round, lost, won);
        }
        a.endMatch(0, 0, rounds);
        b.endMatch(0, 0, rounds);
    }

    private static BattleshipsPlayer load(File file) {
        String name = file.getName().replace(".jar", "");
        try {
            ClassLoader loader = new URLClassLoader(new URL[] {file.toURI().toURL()});
            Object factory = loader.loadClass(name.toLowerCase() + "." + name)
                    .getDeclaredConstructor().newInstance();
            return (BattleshipsPlayer) ((PlayerFactory<?>) factory).getNewInstance();
        } catch (ReflectiveOperationException | java.io.IOException problem) {
            throw new IllegalStateException(problem);
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        int threads = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        for (int i = 2; i < arguments.length; i++) {
            for (int k = i + 1; k < arguments.length; k++) {
                File first = new File(arguments[i]);
                File second = new File(arguments[k]);
                pool.execute(() -> match(first, second, rounds));
            }
        }
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.HOURS);
        System.out.printf(java.util.Locale.ROOT, "%.3f %d%n", 1e-9 * (System.nanoTime() - start),
                FIRED.get());
    }
}
