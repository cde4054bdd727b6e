package bot;

import battleship.interfaces.BattleshipsPlayer;
import tournament.player.PlayerFactory;

/** The entry class of 2014: a static method, no authors, rounds counted from 0. */
public class Entry2014 {
    private Entry2014() {
    }

    public static PlayerFactory<BattleshipsPlayer> getPlayerFactory() {
        return new PlayerFactory<BattleshipsPlayer>() {
            @Override
            public BattleshipsPlayer getNewInstance() {
                return new V3Player(0);
            }

            @Override
            public String getID() {
                return "2014";
            }

            @Override
            public String getName() {
                return "@mode@";
            }
        };
    }
}
