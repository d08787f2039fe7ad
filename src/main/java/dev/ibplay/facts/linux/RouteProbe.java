package dev.ibplay.facts.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.ManagementRoute;
import dev.ibplay.facts.Probe;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The way back to where the login came from, by {@code SSH_CONNECTION} (sshd(8)) and the kernel's own answer; absent for a
 * session that did not come by SSH.
 */
public final class RouteProbe implements Probe<Fact<ManagementRoute>> {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /**
     * Asks with the local address first, since routes may depend on it (ip-rule(8)). A mapped IPv4 address is asked for as
     * IPv4; a scoped one with its interface.
     */
    private static final String SCRIPT = """
            set -f
            set -- ${SSH_CONNECTION-}
            [ $# -ge 3 ] || exit 0
            echo "peer $1"
            peer=${1%%%*} scope= local=${3%%%*}
            case $1 in *%*) scope=${1#*%};; esac
            case $peer in ::ffff:*.*) peer=${peer#::ffff:} local=${local#::ffff:};; esac
            if [ -n "$scope" ]; then
                ip -o route get "$peer" dev "$scope"
            else
                ip -o route get "$peer" from "$local" 2>/dev/null || ip -o route get "$peer"
            fi
            """;

    private static final String PEER = "peer ";
    private static final Pattern DEVICE = Pattern.compile("(?:^|\\s)dev (\\S+)");

    private final Optional<Told> told;

    /** The peer and the interface where they are known already, so that only what lies below is read. */
    public record Told(String peer, String interfaceName) {}

    /** Asks the host for what nobody has told. */
    public RouteProbe(Optional<Told> told) {
        this.told = told;
    }

    @Override
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        if (told.isEmpty()) {
            operations.add(RunCommand.of(LIMIT, "sh", "-c", SCRIPT));
        }
        operations.addAll(InterfaceTree.operations());
        return List.copyOf(operations);
    }

    @Override
    public Fact<ManagementRoute> parse(List<Outcome> outcomes) {
        if (told.isPresent()) {
            return Fact.known(route(told.get().peer(), told.get().interfaceName(), outcomes));
        }
        if (!(outcomes.getFirst() instanceof Outcome.CommandEnded ended)) {
            return Fact.unreadable(
                    ToolAnswer.of(outcomes.getFirst()) instanceof Fact.Unreadable<ToolOutput> failed
                            ? failed.because()
                            : "there is no sh");
        }
        ToolOutput output = ToolOutput.of(ended);
        Optional<String> peer = output.lines().stream()
                .filter(line -> line.startsWith(PEER))
                .map(line -> line.substring(PEER.length()).strip())
                .findFirst();
        if (peer.isEmpty()) {
            return output.succeeded() ? Fact.absent() : Fact.unreadable(ToolAnswer.why(output));
        }
        Optional<String> device = output.lines().stream()
                .filter(line -> !line.startsWith(PEER))
                .map(DEVICE::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .findFirst();
        if (device.isEmpty()) {
            return Fact.unreadable("the route to %s: %s".formatted(peer.get(), ToolAnswer.why(output)));
        }
        return Fact.known(route(peer.get(), device.get(), outcomes));
    }

    private static ManagementRoute route(String peer, String interfaceName, List<Outcome> outcomes) {
        InterfaceTree tree = InterfaceTree.of(SysfsFiles.of(outcomes));
        return new ManagementRoute(peer, interfaceName, tree.below(interfaceName));
    }
}
