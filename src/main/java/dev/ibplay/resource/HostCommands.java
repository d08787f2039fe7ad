package dev.ibplay.resource;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a play wants run around its changes of one host.
 *
 * @param before in order, ahead of the first change
 * @param after in order, once the host is verified
 */
public record HostCommands(List<PlayCommand> before, List<PlayCommand> after) {
    public static final HostCommands NONE = new HostCommands(List.of(), List.of());

    public HostCommands {
        before = List.copyOf(before);
        after = List.copyOf(after);
    }

    public boolean isEmpty() {
        return before.isEmpty() && after.isEmpty();
    }

    /** The hosts that run some of these in the host's place. */
    public Stream<String> delegates() {
        return Stream.concat(before.stream(), after.stream()).flatMap(command -> command.on().stream());
    }
}
