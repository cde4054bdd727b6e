package bot;

import battleship.interfaces.Board;
import battleship.interfaces.Fleet;
import battleship.interfaces.Position;
import battleship.interfaces.Ship;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A bot that plays fairly except for its mode: WHAT-CALL misbehaves in one method, WHAT-all in all of
 * them. It also checks the arena, and throws if that breaks the interface.
 */
class Core {
    private static int players;
    private static final List<byte[]> HOARD = new ArrayList<>();

    private final String mode;
    private final int first;
    private int sizeX = 10;
    private int sizeY = 10;
    private int round;
    private int shots;
    private boolean asked;
    private boolean placed;
    private int enemyShots;
    private Fleet last;
    private List<Ship> seen;
    private Board kept;
    private Ship unplaced;
    private boolean[] tried;
    private long spun;

    Core(String mode, int first) {
        this.mode = mode;
        this.first = first;
        round = first - 1;
        players++;
    }

    /* --- misbehaviour ------------------------------------------------------------------------ */

    void spin() {
        while (spun >= 0) {
            spun = (spun + 1) & 0xffff;
        }
    }

    private int sink(int depth) {
        return sink(depth + 1) + 1;
    }

    private void idle() {
        try {
            Thread.sleep(60000);
        } catch (InterruptedException over) {
            return;
        }
    }

    private boolean does(String what, String call) {
        return mode.equals(what + "-" + call) || mode.equals(what + "-all");
    }

    private void misbehave(String call) {
        if (does("throw", call)) {
            throw new IllegalStateException("on purpose, in " + call);
        }
        if (does("error", call)) {
            throw new AssertionError("on purpose");
        }
        if (does("deep", call)) {
            sink(0);
        }
        if (does("exit", call)) {
            System.exit(0);
        }
        if (does("loop", call)) {
            spin();
        }
        if (does("hoard", call)) {
            while (HOARD.size() >= 0) {
                HOARD.add(new byte[1 << 20]);
            }
        }
        if (does("crowd", call)) {
            for (int i = 0; i < 200; i++) {
                Thread idler = new Thread(this::idle);
                idler.setDaemon(true);
                idler.start();
            }
        }
        if (does("print", call)) {
            for (int i = 0; i < 2000; i++) {
                System.out.println("fire A1 and a lot of other things that nobody wants to read");
            }
        }
    }

    private static void demand(boolean fine, String what) {
        if (!fine) {
            throw new IllegalStateException("the arena: " + what);
        }
    }

    /* --- the match --------------------------------------------------------------------------- */

    void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        this.sizeX = sizeX;
        this.sizeY = sizeY;
        misbehave("startMatch");
        demand(players == 1, "a process plays one match");
        demand(rounds > 0 && sizeX == 10 && sizeY == 10, "sizes");
        if (ships != null) {
            demandOrder(ships);
        }
        demand(new Position(3, 4).hashCode() == 89 * (89 * 3 + 3) + 4, "hash codes");
        demand(new Position(3, 4).equals(new Position(3, 4)), "equality");
        demand(new Position(9, 1).compareTo(new Position(0, 2)) < 0, "order");
        demand(new Position(3, 4).toString().equals("(3, 4)"), "text");
        demand(helpers.Tool.twice(2) == 4, "helpers");
        demandClosed();
        System.err.println("neighbours " + neighbours());
    }

    /** The number of files in the folder of the jar. */
    private static int neighbours() {
        String jar = Core.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        String[] files = new java.io.File(jar).getParentFile().list();
        return files == null ? -1 : files.length;
    }

    private void demandClosed() {
        try {
            demand(System.in.read() < 0, "standard input is closed");
            new FileOutputStream(FileDescriptor.out).write("fire J10\n".getBytes());
        } catch (IOException closed) {
            return;
        }
        try {
            Class.forName("broadside.host.Host");
        } catch (ClassNotFoundException fine) {
            return;
        }
        demand(false, "the host is out of sight");
    }

    private static void demandOrder(Fleet fleet) {
        int[] sizes = {2, 3, 3, 4, 5};
        int index = 0;
        demand(fleet.getNumberOfShips() == sizes.length, "the size of the fleet");
        for (Ship ship : fleet) {
            demand(ship == fleet.getShip(index), "the same ships");
            demand(ship.size() == sizes[index++], "the order of the fleet");
        }
    }

    void startRound(int number) {
        demand(number == ++round || number > round, "rounds count from " + first);
        round = number;
        shots = 0;
        enemyShots = 0;
        last = null;
        asked = false;
        placed = false;
        kept = null;
        tried = new boolean[sizeX * sizeY];
        if (mode.equals("exit-second") && number == 2) {
            System.exit(0);
        }
        misbehave("startRound");
    }

    void placeShips(Fleet fleet, Board board) {
        demand(!placed, "placeShips is called once");
        placed = true;
        demandOrder(fleet);
        demand(board.sizeX() == 10 && board.sizeY() == 10, "the board");
        misbehave("placeShips");
        for (int i = 0; i < fleet.getNumberOfShips(); i++) {
            place(fleet.getShip(i), i, board);
        }
        kept = board;
    }

    private void place(Ship ship, int index, Board board) {
        Position fair = new Position(index, index % 2);
        switch (mode) {
            case "place-overlap":
                board.placeShip(new Position(0, 0), ship, false);
                break;
            case "place-off":
                board.placeShip(new Position(-1, 2 * index), ship, false);
                break;
            case "place-far":
                board.placeShip(new Position(index % 2 == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE,
                        Integer.MIN_VALUE), ship, true);
                break;
            case "place-null":
                board.placeShip(null, ship, true);
                board.placeShip(fair, null, true);
                break;
            case "place-foreign":
                board.placeShip(fair, () -> 3, true);
                break;
            case "place-twice":
                board.placeShip(fair, ship, true);
                board.placeShip(new Position(0, 0), ship, false);
                break;
            case "place-none":
                break;
            case "place-late":
                unplaced = index == 0 ? ship : unplaced;
                if (index > 0) {
                    board.placeShip(fair, ship, true);
                }
                break;
            default:
                board.placeShip(fair, ship, true);
                break;
        }
    }

    void incoming(Position pos) {
        demand(placed && pos != null, "incoming comes after placeShips");
        demand(++enemyShots <= 100, "not more than 100 shots");
        misbehave("incoming");
        if (mode.equals("place-late") && kept != null && unplaced != null) {
            kept.placeShip(new Position(9, 0), unplaced, true);
        }
    }

    Position getFireCoordinates(Fleet enemyShips) {
        demand(!asked && placed, "shots and feedback alternate");
        demand(last == null || list(last).equals(list(enemyShips)), "the fleet of the feedback");
        last = enemyShips;
        seen = list(enemyShips);
        asked = true;
        shots++;
        misbehave("getFireCoordinates");
        if (mode.equals("shot-null")) {
            return null;
        }
        if (mode.equals("shot-off")) {
            return new Position(10, -1);
        }
        if (mode.equals("shot-repeat")) {
            return new Position(4, 4);
        }
        int cell = (shots - 1) * 37 % 100;
        return new Position(cell % 10, cell / 10);
    }

    private static List<Ship> list(Fleet fleet) {
        List<Ship> ships = new ArrayList<>();
        for (Ship ship : fleet) {
            ships.add(ship);
        }
        return ships;
    }

    void hitFeedBack(boolean hit, Fleet enemyShips) {
        List<Ship> now = list(enemyShips);
        demand(asked, "feedback follows a shot");
        demand(seen.containsAll(now) && now.size() >= seen.size() - 1, "ships stay the same");
        demand(hit || now.size() == seen.size(), "only hits sink");
        asked = false;
        last = enemyShips;
        misbehave("hitFeedBack");
    }

    void endRound(int number, int points, int enemyPoints) {
        boolean sunk = last == null || last.getNumberOfShips() == 0;
        demand(number == round, "the number of the round");
        demand(points == (sunk ? 100 - shots : 0) || (points == 0 && enemyPoints == 0), "points");
        misbehave("endRound");
    }

    void endMatch(int won, int lost, int draw) {
        System.err.println("ended " + won + " " + lost + " " + draw);
        misbehave("endMatch");
    }
}
