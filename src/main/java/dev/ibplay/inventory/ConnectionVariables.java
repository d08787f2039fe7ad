package dev.ibplay.inventory;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.Node;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a host is reached and what its variables say about it. What no variable says is empty, so that the play, the command
 * line and the defaults can decide.
 *
 * @param address a name or an IP address
 * @param port 1..65535
 * @param sshArguments the words of {@code ansible_ssh_common_args}, then those of {@code ansible_ssh_extra_args}
 * @param become whether commands run as another user, by sudo
 * @param platform detected on the host when empty
 * @param fabrics names of fabrics by local port ({@code mlx5_0/1})
 * @param legacyCrypto whether algorithms may be used that only old servers need: {@code ibplay_ssh_legacy_crypto}
 * @param keys for questions to the fabric from this host: {@code ibplay_m_key}, {@code ibplay_sa_key}
 */
public record ConnectionVariables(
        Optional<Kind> kind,
        String address,
        Optional<Integer> port,
        Login login,
        List<String> sshArguments,
        Become become,
        Optional<Platform> platform,
        Helper helper,
        Map<String, Located<String>> fabrics,
        List<PortGuidText> portGuids,
        boolean legacyCrypto,
        MadKeys keys) {

    public ConnectionVariables {
        sshArguments = List.copyOf(sshArguments);
        fabrics = Map.copyOf(fabrics);
        portGuids = List.copyOf(portGuids);
    }

    /** How a host is reached. */
    public enum Kind {
        SSH,
        LOCAL
    }

    /** What runs on a host. */
    public enum Platform {
        LINUX,
        ESXI,
        WINDOWS,
        MLNXOS;

        /** As it is written in an inventory. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Who logs in, and with what. */
    public record Login(
            Optional<String> user, Optional<Secret> password, Optional<String> keyFile, Optional<Secret> passphrase) {}

    /** Becoming another user by sudo. */
    public record Become(Optional<Boolean> wanted, Optional<String> user, Optional<Secret> password) {}

    /** Which far end of the batch a Linux host gets. */
    public sealed interface Helper {
        /** The helper that fits, sent when it is not there yet. */
        record Auto() implements Helper {}

        /** A helper that is already on the host. */
        record At(String path) implements Helper {}

        /** No helper: a plain shell with the host's own tools. */
        record None() implements Helper {}
    }

    /**
     * One port GUID of the host, as it is written.
     *
     * @param port the local port ({@code mlx5_0/1}), where the variable says so
     */
    public record PortGuidText(Optional<String> port, Located<String> guid) {}

    /**
     * Reads the connection variables of one host. Each {@code ansible_NAME} gives way to {@code ibplay_NAME}; of two
     * spellings of one thing the one with {@code ssh} wins, as in Ansible's ssh plugin.
     *
     * @param host the name of the host in the inventory, its address unless a variable says otherwise
     * @param lookup gives the value of a variable with its templates rendered, or nothing when it is not set
     * @return nothing when something is wrong; then {@code problems} says what
     */
    public static Optional<ConnectionVariables> resolve(
            String host, Function<String, Optional<Node>> lookup, Problems problems) {
        return new ConnectionResolver(host, lookup, problems).resolve();
    }
}
