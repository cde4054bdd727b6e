package bot;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a test bot, whose mode says what it does. */
public class Entry implements PlayerFactory<BattleshipsPlayer> {
    static final String MODE = "@mode@";

    static {
        if (MODE.equals("loop-static")) {
            new Core(MODE, 1).spin();
        }
    }

    public Entry() {
        if (MODE.equals("throw-factory")) {
            throw new IllegalStateException("no factory today");
        }
    }

    /** Never called, and could not be. */
    public gone.Gadget show(gone.Gadget gadget) {
        return gadget;
    }

    @Override
    public BattleshipsPlayer getNewInstance() {
        return MODE.equals("null-player") ? null : MODE.startsWith("v3") ? new V3Player() : new V4Player();
    }

    @Override
    public String getID() {
        return "Entry";
    }

    @Override
    public String getName() {
        if (MODE.equals("throw-name")) {
            throw new IllegalStateException("nameless");
        }
        return "@mode@";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"a test\nready", null};
    }
}
