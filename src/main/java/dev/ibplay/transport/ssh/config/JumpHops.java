package dev.ibplay.transport.ssh.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The value of ProxyJump: jump hosts in the order in which they are visited; none for {@code none}. */
public record JumpHops(List<JumpHop> hops) {
    public JumpHops {
        hops = List.copyOf(hops);
    }

    /** Nothing when a hop cannot be understood. */
    public static Optional<JumpHops> parse(String text) {
        if (text.toLowerCase(Locale.ROOT).equals("none")) {
            return Optional.of(new JumpHops(List.of()));
        }
        List<JumpHop> hops = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Optional<JumpHop> hop = JumpHop.parse(part.strip());
            if (hop.isEmpty()) {
                return Optional.empty();
            }
            hops.add(hop.get());
        }
        return Optional.of(new JumpHops(hops));
    }
}
