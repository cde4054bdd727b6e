package e3;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a bot that shoots at random until it hits. */
public class E3 implements PlayerFactory<BattleshipsPlayer> {
    @Override
    public BattleshipsPlayer getNewInstance() {
        return new FinisherPlayer();
    }

    @Override
    public String getID() {
        return "E3";
    }

    @Override
    public String getName() {
        return "Finisher";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"Broadside"};
    }
}
