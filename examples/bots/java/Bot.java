// A Broadside bot: searches at random and shoots next to its hits.
//
// The strategy comes first; it is the part to change. The communication with the arena below needs
// no change. Broadside's docs/PROTOCOL.md explains the lines.
//
// Standard output belongs to the arena. Use System.err for debug output.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The strategy. A cell is a number: row * width + column, both from 0. */
class Strategy {
    final int width, height;
    private final long seed;
    private Random random;
    private List<Integer> search;  // the search order, used from the end
    private List<Integer> targets; // cells next to hits; the last one is used next
    private boolean[] shot;

    Strategy(Map<String, String> rules, long seed) {
        String[] board = rules.get("board").split("x");
        this.width = Integer.parseInt(board[0]);
        this.height = Integer.parseInt(board[1]);
        this.seed = seed;
    }

    /** All random numbers come from the seed and the round, so that every match can be repeated. */
    void startRound(long number) {
        random = new Random(seed + number * 0x9E3779B97F4A7C15L);
        search = new ArrayList<>();
        for (int cell = 0; cell < width * height; cell++)
            search.add(cell);
        Collections.shuffle(search, random);
        targets = new ArrayList<>();
        shot = new boolean[width * height];
    }

    /** Our layout: "A1 h, B3 v, ..." in the order of the fleet, or "random". */
    String place() {
        return "random";
    }

    /** The next cell to shoot at; called once per shot of a salvo. */
    int choose() {
        for (;;) {
            List<Integer> list = targets.isEmpty() ? search : targets;
            int cell = list.remove(list.size() - 1);
            if (!shot[cell]) {
                shot[cell] = true;
                return cell;
            }
        }
    }

    /** The result of a shot: "miss", "hit", "sunk", "stopped" or "wasted". */
    void answer(int cell, String what) {
        if (what.equals("hit")) {
            List<Integer> beside = neighbours(cell);
            Collections.shuffle(beside, random);
            targets.addAll(beside);
        } else if (what.equals("stopped")) { // by smoke: shoot at it again later
            shot[cell] = false;
            search.add(0, cell);
        }
    }

    private List<Integer> neighbours(int cell) {
        List<Integer> beside = new ArrayList<>();
        int column = cell % width, row = cell / width;
        if (column > 0)
            beside.add(cell - 1);
        if (column < width - 1)
            beside.add(cell + 1);
        if (row > 0)
            beside.add(cell - width);
        if (row < height - 1)
            beside.add(cell + width);
        return beside;
    }
}

/** The communication with the arena. */
public class Bot {
    // What the bot supports; see PROTOCOL.md. Remove `no-touch` if you place ships next to each
    // other.
    static final String PLAYS =
        "salvo hit-again specials reinforce race wrecks no-touch unnamed";

    private final Map<String, String> rules = new HashMap<>();
    private Strategy strategy;

    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        Bot bot = new Bot();
        String line;
        while ((line = input.readLine()) != null && !line.startsWith("quit"))
            bot.readLine(line);
    }

    private void readLine(String line) {
        String[] words = line.trim().split("\\s+");
        switch (words[0]) {
            case "broadside":
                say("plays " + PLAYS + "\nready");
                break;
            case "rule": // rule board = 10x10
                rules.put(words[1], line.substring(line.indexOf('=') + 1).trim());
                break;
            case "match":
                strategy = new Strategy(rules, Long.parseUnsignedLong(words[3]));
                break;
            case "round":
                strategy.startRound(Long.parseLong(words[1]));
                break;
            case "place":
                say(strategy.place());
                break;
            case "act":
                act(words.length > 1 ? Integer.parseInt(words[1]) : 1);
                break;
            case "outcome": // outcome fire E5 -> E5=hit again
                for (int i = Arrays.asList(words).indexOf("->") + 1; i < words.length; i++)
                    readAnswer(words[i]);
                break;
            default: // this bot does not need any other lines
                break;
        }
    }

    private void act(int shots) {
        StringBuilder move = new StringBuilder("fire");
        for (int i = 0; i < shots; i++)
            move.append(' ').append(cellName(strategy.choose()));
        say(move.toString());
    }

    private void readAnswer(String word) {
        String[] parts = word.split("[=:]"); // B3=sunk:Carrier
        if (word.contains("="))
            strategy.answer(cellFromName(parts[0]), parts[1]);
    }

    /** Cell 0 is A1; column Z is followed by AA, AB ... */
    private String cellName(int cell) {
        int column = cell % strategy.width;
        String letter = String.valueOf((char) ('A' + column % 26));
        return (column < 26 ? "" : "A") + letter + (cell / strategy.width + 1);
    }

    private int cellFromName(String name) {
        int letters = Character.isLetter(name.charAt(1)) ? 2 : 1;
        int column = name.charAt(letters - 1) - 'A' + 26 * (letters - 1);
        return (Integer.parseInt(name.substring(letters)) - 1) * strategy.width + column;
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush(); // the arena is waiting for this line
    }
}
