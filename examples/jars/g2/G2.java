package g2;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The factory of a bot that learns from round to round. */
public class G2 implements PlayerFactory<BattleshipsPlayer> {
    @Override
    public BattleshipsPlayer getNewInstance() {
        return new LearnerPlayer();
    }

    @Override
    public String getID() {
        return "G2";
    }

    @Override
    public String getName() {
        return "Learner";
    }

    @Override
    public String[] getAuthors() {
        return new String[] {"Broadside"};
    }
}
