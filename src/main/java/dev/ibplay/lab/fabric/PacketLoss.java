package dev.ibplay.lab.fabric;

import java.util.Random;

/** Loses a share of the packets, the same ones for the same seed. */
final class PacketLoss {
    /** That both a question and its answer get through. */
    private final double through;

    private final Random random;

    PacketLoss(double share, long seed) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is 0 to 1, not " + share);
        }
        this.through = (1 - share) * (1 - share);
        this.random = new Random(seed);
    }

    /** How many times a question must be sent until it and its answer have both got through; more than {@code tries} if never. */
    int sendings(int tries) {
        int sent = 1;
        while (sent <= tries && through < 1 && random.nextDouble() >= through) {
            sent++;
        }
        return sent;
    }
}
