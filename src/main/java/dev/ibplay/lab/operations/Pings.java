package dev.ibplay.lab.operations;

import dev.ibplay.exec.Operation.Ping;
import java.util.Optional;

/** What a ping must be before a packet is made (native/src/ping.c). */
final class Pings {
    private static final int MAX_BYTES = 65_535;
    private static final int MIN_BYTES_IPV4 = 28;
    private static final int MIN_BYTES_IPV6 = 48;

    private Pings() {}

    /** What is wrong with it: EINVAL. */
    static Optional<String> wrong(Ping ping) {
        boolean six = ping.address().contains(":");
        boolean isAddress = six
                ? ping.address().matches("[0-9a-fA-F:.]{2,45}")
                : ping.address().matches("(\\d{1,3}\\.){3}\\d{1,3}");
        if (!isAddress) {
            return Optional.of("the address " + ping.address());
        }
        int least = six ? MIN_BYTES_IPV6 : MIN_BYTES_IPV4;
        return ping.bytes() < least || ping.bytes() > MAX_BYTES || ping.tries() < 1
                ? Optional.of("a ping of " + ping.bytes() + " bytes")
                : Optional.empty();
    }
}
