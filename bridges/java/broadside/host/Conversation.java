package broadside.host;

import broadside.host.Tally.Call;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Translates between the protocol and the methods of a bot.
 *
 * Shots are the hot path: they compare bytes in place and write answers prepared at the start of the
 * match. Everything else uses strings.
 */
final class Conversation {
    private static final byte[] NOWHERE = "fire -\n".getBytes(StandardCharsets.US_ASCII);

    private final Wire wire;
    private final Player player;
    private final Tally tally;
    private final Rules rules = new Rules();
    private byte[] line;
    private int length;
    private HostFleet enemy; /* the ships afloat */
    private int round;
    private boolean placed;

    Conversation(Wire wire, Player player, Tally tally) {
        this.wire = wire;
        this.player = player;
        this.tally = tally;
        rules.prepare();
        enemy = rules.enemyFleet();
    }

    /** Runs until the arena says quit or closes its output. */
    void run(byte[] hello) throws IOException {
        while ((length = wire.read()) >= 0) {
            line = wire.line();
            if (length == 0) {
                continue;
            }
            switch (line[0]) {
                case 'a':
                    if (length == 3) {
                        wire.write(fire());
                    } else if (starts("afloat")) {
                        readAfloat();
                    } else if (starts("act ")) {
                        wire.write(fire());
                    }
                    break;
                case 'o':
                    if (starts("outcome ")) {
                        hitFeedBack();
                    } else if (starts("over ")) {
                        over();
                    }
                    break;
                case 'e':
                    if (starts("enemy ")) {
                        incoming();
                    } else if (starts("end ")) {
                        endRound();
                    }
                    break;
                default:
                    if (starts("quit")) {
                        return;
                    }
                    readOther(hello);
                    break;
            }
        }
    }

    private void readOther(byte[] hello) throws IOException {
        if (starts("place")) {
            wire.write(place());
        } else if (starts("start ")) {
            placeForNothing();
        } else if (starts("round ")) {
            startRound();
        } else if (starts("rule ")) {
            rules.read(text());
        } else if (starts("match ")) {
            startMatch();
        } else if (starts("broadside ")) {
            wire.write(hello);
        }
    }

    /* --- reading ----------------------------------------------------------------------------- */

    private boolean starts(String word) {
        return has(word, 0);
    }

    private boolean has(String word, int at) {
        if (at + word.length() > length) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            if (line[at + i] != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private String text() {
        return new String(line, 0, length, StandardCharsets.UTF_8);
    }

    /** The number in a word of the line; words are counted from 0. At most Integer.MAX_VALUE. */
    private int number(int word) {
        int at = 0;
        long value = 0;
        for (; word > 0 && at < length; at++) {
            if (line[at] == ' ') {
                word--;
            }
        }
        for (; at < length && line[at] >= '0' && line[at] <= '9'; at++) {
            value = Math.min(Integer.MAX_VALUE, 10 * value + line[at] - '0');
        }
        return (int) value;
    }

    /** The index after the first `=`, where the answer to a shot begins, or 0. */
    private int answer(int from) {
        for (int i = from; i < length; i++) {
            if (line[i] == '=') {
                return i + 1;
            }
        }
        return 0;
    }

    /* --- the match --------------------------------------------------------------------------- */

    private void startMatch() {
        rules.prepare();
        tally.current = Call.STARTMATCH;
        try {
            player.startMatch(number(1), rules.ownFleet(), rules.width, rules.height);
        } catch (Throwable problem) {
            tally.note(Call.STARTMATCH, problem);
        }
        tally.current = null;
    }

    private void over() {
        tally.current = Call.ENDMATCH;
        try {
            player.endMatch(number(1), number(2), number(3));
        } catch (Throwable problem) {
            tally.note(Call.ENDMATCH, problem);
        }
        tally.current = null;
    }

    private void startRound() {
        round = number(1);
        enemy = rules.enemyFleet();
        placed = false;
        tally.rounds++;
        tally.current = Call.STARTROUND;
        try {
            player.startRound(round);
        } catch (Throwable problem) {
            tally.note(Call.STARTROUND, problem);
        }
        tally.current = null;
    }

    private void endRound() {
        tally.current = Call.ENDROUND;
        try {
            player.endRound(round, number(2), number(3));
        } catch (Throwable problem) {
            tally.note(Call.ENDROUND, problem);
        }
        tally.current = null;
    }

    private byte[] place() {
        HostBoard board = new HostBoard(rules, tally);
        StringBuilder answer = new StringBuilder();

        placed = true;
        tally.current = Call.PLACESHIPS;
        try {
            player.placeShips(rules.ownFleet(), board);
        } catch (Throwable problem) {
            tally.note(Call.PLACESHIPS, problem);
        }
        tally.current = null;
        board.close();
        board.print(answer);
        return answer.append('\n').toString().getBytes(StandardCharsets.US_ASCII);
    }

    /* Even if the bot does not place its fleet, placeShips is called, because many bots start their
     * round there. */
    private void placeForNothing() {
        if (!placed) {
            place();
        }
    }

    /* --- shots ------------------------------------------------------------------------------- */

    private byte[] fire() {
        int cell;

        tally.shots++;
        tally.current = Call.GETFIRECOORDINATES;
        try {
            cell = player.fire(enemy);
        } catch (Throwable problem) {
            tally.note(Call.GETFIRECOORDINATES, problem);
            cell = 0;
        }
        tally.current = null;
        if (cell >= 0) {
            return rules.fireAt(cell % rules.width, cell / rules.width);
        }
        if (cell == Player.NULL) {
            tally.nulls++;
        } else {
            tally.off++;
        }
        return NOWHERE;
    }

    private void hitFeedBack() {
        int at = answer(8);
        boolean sunk = at > 0 && has("sunk", at);
        boolean hit = sunk || (at > 0 && has("hit", at));

        if (sunk && at + 4 < length && line[at + 4] == ':') {
            sink(at + 5);
        }
        tally.current = Call.HITFEEDBACK;
        try {
            player.hitFeedBack(hit, enemy);
        } catch (Throwable problem) {
            tally.note(Call.HITFEEDBACK, problem);
        }
        tally.current = null;
    }

    private void sink(int at) {
        for (int i = 0; i < enemy.getNumberOfShips(); i++) {
            HostShip ship = enemy.getShip(i);
            String name = rules.name(ship.index);
            int end = at + name.length();
            if (has(name, at) && (end == length || line[end] == ' ')) {
                enemy = enemy.without(ship);
                return;
            }
        }
    }

    /* `enemy fire B3 -> ...`. The line does not say where a shot off the board went. */
    private void incoming() {
        int at = 11;
        int x = 0;
        int y = 0;

        if (!has("fire ", 6)) {
            return;
        }
        for (; at < length && line[at] >= 'A' && line[at] <= 'Z'; at++) {
            x = 26 * x + line[at] - 'A' + 1;
        }
        for (; at < length && line[at] >= '0' && line[at] <= '9'; at++) {
            y = 10 * y + line[at] - '0';
        }
        tally.current = Call.INCOMING;
        try {
            player.incoming(x - 1, y - 1);
        } catch (Throwable problem) {
            tally.note(Call.INCOMING, problem);
        }
        tally.current = null;
    }

    /* `afloat NAME, NAME, ...`: removes the ships that are no longer named and keeps the objects of
     * the others. After a named sinking this changes nothing. */
    private void readAfloat() {
        int told = length > 6 ? 1 : 0;
        for (int i = 7; i < length; i++) {
            told += line[i] == ',' ? 1 : 0;
        }
        if (told == enemy.getNumberOfShips()) {
            return;
        }
        String[] names = told == 0 ? new String[0] : text().substring(7).split(", ");
        for (int i = enemy.getNumberOfShips() - 1; i >= 0; i--) {
            HostShip ship = enemy.getShip(i);
            if (!takeOne(names, rules.name(ship.index))) {
                enemy = enemy.without(ship);
            }
        }
    }

    private static boolean takeOne(String[] names, String wanted) {
        for (int i = 0; i < names.length; i++) {
            if (wanted.equals(names[i])) {
                names[i] = null;
                return true;
            }
        }
        return false;
    }
}
