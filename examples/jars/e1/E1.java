package e1;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a bot that plays like E1 of the Java framework: every bot should beat it. */
public class E1 implements PlayerFactory<BattleshipsPlayer> {
    @Override
    public BattleshipsPlayer getNewInstance() {
        return new RandomPlayer();
    }

    @Override
    public String getID() {
        return "E1";
    }

    @Override
    public String getName() {
        return "Random";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"Broadside"};
    }
}
