package battleship.interfaces;

/** The interface of a bot. One object plays all rounds of a match. */
public interface BattleshipsPlayer {
    /** The match starts. Older bots implement the method with one parameter. */
    default void startMatch(int rounds, Fleet ships, int sizeX, int sizeY) {
        startMatch(rounds);
    }

    /** The method as it was until 2016. */
    default void startMatch(int rounds) {
    }

    /** A round starts; rounds are counted from 1. */
    void startRound(int round);

    /** Place the fleet. */
    void placeShips(Fleet fleet, Board board);

    /** The enemy has shot at this cell. */
    void incoming(Position pos);

    /** The cell to shoot at. The fleet contains the enemy ships afloat. */
    Position getFireCoordinates(Fleet enemyShips);

    /** The result of the shot. The fleet contains the enemy ships afloat after it. */
    void hitFeedBack(boolean hit, Fleet enemyShips);

    /** The round is over. Points: 100 minus the shots used, or 0 if not all ships were sunk. */
    void endRound(int round, int points, int enemyPoints);

    /** The match is over: rounds won, lost and drawn. */
    void endMatch(int won, int lost, int draw);
}
