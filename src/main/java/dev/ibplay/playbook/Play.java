package dev.ibplay.playbook;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Span;
import dev.ibplay.source.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One play: which hosts, in which batches, how they are reached, and what is managed on them.
 *
 * @param hosts host patterns, to be joined as one
 * @param variables of {@code vars} and {@code vars_files}, the latter winning, as in Ansible
 * @param serial sizes of the batches, the last one repeated; empty for all hosts at once
 * @param maxFailPercentage share of a batch that may fail without ending the run
 * @param confirm for changes of interfaces
 * @param before commands ahead of the first change of a host, not yet rendered
 * @param after commands once such a host is verified, not yet rendered
 * @param state not yet rendered: templates differ by host
 */
public record Play(
        Optional<String> name,
        List<Located<String>> hosts,
        Map<String, Node> variables,
        Optional<Node.Scalar> when,
        List<BatchSize> serial,
        Optional<Integer> maxFailPercentage,
        boolean anyErrorsFatal,
        CommitConfirm confirm,
        List<Node.Mapping> before,
        List<Node.Mapping> after,
        PlayConnection connection,
        List<String> tags,
        Node.Mapping state,
        Span span) {

    /**
     * How a play wants its hosts reached; the inventory's variables win over these, as in Ansible.
     *
     * @param connection {@code ssh} or {@code local}
     */
    public record PlayConnection(
            Optional<Boolean> become,
            Optional<String> becomeUser,
            Optional<String> remoteUser,
            Optional<String> connection,
            Optional<Integer> port) {
        /** A play that says nothing of connections. */
        public static final PlayConnection UNSAID = new PlayConnection(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The name, or the host pattern where the play has none. */
    public String title() {
        return name.orElseGet(
                () -> String.join(",", hosts.stream().map(Located::value).toList()));
    }
}
