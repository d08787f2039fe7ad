package dev.ibplay.run;

import dev.ibplay.diag.Span;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.Node;
import java.util.Optional;

/**
 * What the command line says of connections. As in Ansible, variables of the inventory win over it, and it wins over plays
 * only where they say nothing; passwords that were asked for win over all.
 *
 * @param acceptNewHostKeys whether keys of unknown hosts are added to known_hosts
 * @param sshCommonArguments arguments for ssh, to be split as a shell would
 * @param sshExtraArguments further ones, which come after those
 */
public record ConnectionOverrides(
        Optional<String> user,
        Optional<String> privateKey,
        Optional<Secret> password,
        boolean become,
        Optional<String> becomeUser,
        Optional<Secret> becomePassword,
        boolean acceptNewHostKeys,
        Optional<String> sshCommonArguments,
        Optional<String> sshExtraArguments) {
    public static final ConnectionOverrides NONE = new ConnectionOverrides(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty());

    /** What stands in for a variable that the inventory does not set. */
    Optional<Node> variable(String name) {
        Optional<String> text = switch (name) {
            case "ansible_ssh_common_args" -> sshCommonArguments;
            case "ansible_ssh_extra_args" -> sshExtraArguments;
            default -> Optional.empty();
        };
        return text.map(words -> Node.Scalar.quoted(words, Span.startOf("command line")));
    }
}
