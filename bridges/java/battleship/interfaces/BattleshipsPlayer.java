package battleship.interfaces;

/** What a bot implements. One object plays all rounds of a match. */
public interface BattleshipsPlayer {
    /** The match begins. Bots that were written before it had four parameters have the other one. */
    default void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        startMatch(rounds);
    }

    /** As startMatch was until 2016. */
    default void startMatch(int rounds) {
    }

    /** A round begins; they are counted from 1. */
    void startRound(int round);

    /** Lay out the fleet. */
    void placeShips(Fleet fleet, Board board);

    /** The enemy has shot here. */
    void incoming(Position pos);

    /** Where to shoot; the fleet has the enemy's ships that are afloat. */
    Position getFireCoordinates(Fleet enemyShips);

    /** What the shot did; the fleet is that after the shot. */
    void hitFeedBack(boolean hit, Fleet enemyShips);

    /** The round is over: 100 points less the shots used, 0 without having sunk all. */
    void endRound(int round, int points, int enemyPoints);

    /** The match is over, counted in rounds. */
    void endMatch(int won, int lost, int draw);
}
