package e2;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a bot that plays like E2 of the Java framework. */
public class E2 implements PlayerFactory<BattleshipsPlayer> {
    @Override
    public BattleshipsPlayer getNewInstance() {
        return new SystematicPlayer();
    }

    @Override
    public String getID() {
        return "E2";
    }

    @Override
    public String getName() {
        return "Systematic";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"Broadside"};
    }
}
