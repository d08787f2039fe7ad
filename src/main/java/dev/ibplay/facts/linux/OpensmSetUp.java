package dev.ibplay.facts.linux;

import dev.ibplay.opensm.OpensmArguments;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One OpenSM that a launcher is set up to start.
 *
 * @param unit of its own, or the launcher's
 * @param arguments that it is started with
 * @param unclear why these cannot be told
 */
record OpensmSetUp(Optional<String> unit, OpensmArguments arguments, Optional<String> unclear) {

    static OpensmSetUp of(Optional<String> unit, List<String> options) {
        return new OpensmSetUp(unit, arguments(options), Optional.empty());
    }

    static OpensmSetUp unclear(Optional<String> unit, String why) {
        return new OpensmSetUp(unit, arguments(List.of()), Optional.of(why));
    }

    private static OpensmArguments arguments(List<String> options) {
        List<String> all = new ArrayList<>(List.of("opensm"));
        all.addAll(options);
        return new OpensmArguments(all);
    }
}
