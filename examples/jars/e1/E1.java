package e1;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of the simplest bot, which every other bot should beat. */
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
