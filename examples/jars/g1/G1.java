package g1;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a bot that counts the possible placements of ships. */
public class G1 implements PlayerFactory<BattleshipsPlayer> {
    @Override
    public BattleshipsPlayer getNewInstance() {
        return new HunterPlayer();
    }

    @Override
    public String getID() {
        return "G1";
    }

    @Override
    public String getName() {
        return "Hunter";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"Broadside"};
    }
}
