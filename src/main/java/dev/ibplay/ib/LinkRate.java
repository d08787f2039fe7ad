package dev.ibplay.ib;

import java.util.Optional;

/** The rate that a link's width and speed make (IBA vol. 1, 14.2.5.6: PortInfo). */
final class LinkRate {
    private LinkRate() {}

    /**
     * The rate; nothing where a code is not defined, as on a port whose link is down, or the two make no rate of the table.
     *
     * @param width LinkWidthActive
     * @param speed LinkSpeedActive
     * @param extended LinkSpeedExtActive, which counts unless it is 0
     */
    static Optional<Rate> of(int width, int speed, int extended) {
        int lanes = switch (width) {
            case 1 -> 1;
            case 2 -> 4;
            case 4 -> 8;
            case 8 -> 12;
            case 16 -> 2;
            default -> 0;
        };
        double lane = extended == 0 ? basic(speed) : extended(extended);
        return Rate.ofGigabitsPerSecond(lanes * lane).filter(rate -> lanes > 0);
    }

    private static double basic(int speed) {
        return switch (speed) {
            case 1 -> 2.5;
            case 2 -> 5;
            case 4 -> 10;
            default -> 0;
        };
    }

    /** As data sheets round it: 14.0625 Gb/s counts as 14, 25.78125 as 25. */
    private static double extended(int speed) {
        return switch (speed) {
            case 1 -> 14;
            case 2 -> 25;
            case 4 -> 50;
            case 8 -> 100;
            default -> 0;
        };
    }
}
