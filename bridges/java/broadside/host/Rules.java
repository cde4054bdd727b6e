package broadside.host;

import java.nio.charset.StandardCharsets;

/** The board and the fleet of a match, and answers prepared for them. */
final class Rules {
    int width = 10;
    int height = 10;
    private String[] names = {"Carrier", "Battleship", "Cruiser", "Submarine", "Destroyer"};
    private int[] lengths = {5, 4, 3, 3, 2};
    private HostShip[] own; /* shortest first; the same objects for the whole match */
    private byte[][] fire;

    /** Reads a line `rule KEY = VALUE`; only the board and the fleet matter. */
    void read(String line) {
        int equals = line.indexOf(" = ");
        if (line.startsWith("rule board = ")) {
            String value = line.substring(equals + 3);
            int by = value.indexOf('x');
            width = Integer.parseInt(value.substring(0, by));
            height = Integer.parseInt(value.substring(by + 1));
        } else if (line.startsWith("rule fleet = ")) {
            readFleet(line.substring(equals + 3).split(", "));
        }
    }

    private void readFleet(String[] entries) {
        names = new String[entries.length];
        lengths = new int[entries.length];
        for (int i = 0; i < entries.length; i++) {
            int space = entries[i].lastIndexOf(' ');
            names[i] = entries[i].substring(0, space);
            lengths[i] = Integer.parseInt(entries[i].substring(space + 1));
        }
    }

    /** Prepares a match, after all rules have been read. */
    void prepare() {
        own = sorted();
        fire = new byte[width * height][];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                fire[y * width + x] =
                        ("fire " + cellName(x, y) + "\n").getBytes(StandardCharsets.US_ASCII);
            }
        }
    }

    int ships() {
        return names.length;
    }

    int length(int index) {
        return lengths[index];
    }

    String name(int index) {
        return names[index];
    }

    HostFleet ownFleet() {
        return new HostFleet(own.clone());
    }

    /** A new fleet for the enemy of one round. */
    HostFleet enemyFleet() {
        return new HostFleet(sorted());
    }

    int indexOfOwn(Object ship) {
        for (HostShip candidate : own) {
            if (candidate == ship) {
                return candidate.index;
            }
        }
        return -1;
    }

    /** The line that fires at a cell. */
    byte[] fireAt(int x, int y) {
        return fire[y * width + x];
    }

    String cellName(int x, int y) {
        StringBuilder name = new StringBuilder(4);
        if (x >= 26) {
            name.append((char) ('A' + x / 26 - 1));
        }
        return name.append((char) ('A' + x % 26)).append(y + 1).toString();
    }

    private HostShip[] sorted() {
        HostShip[] ships = new HostShip[lengths.length];
        for (int i = 0; i < ships.length; i++) {
            int at = i;
            while (at > 0 && ships[at - 1].size() > lengths[i]) {
                ships[at] = ships[at - 1];
                at--;
            }
            ships[at] = new HostShip(i, lengths[i]);
        }
        return ships;
    }
}
