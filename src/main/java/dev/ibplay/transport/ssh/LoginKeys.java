package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.ssh.agent.AgentAnswer;
import dev.ibplay.transport.ssh.agent.Agents;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the keys to log in with, in files and agents, each read or asked once in a run. Safe for many threads. */
final class LoginKeys {
    private static final String AGENT_SOCKET = "SSH_AUTH_SOCK";

    private final PrivateKeyReader privateKeys = new PrivateKeyReader();
    private final PublicKeyReader publicKeys = new PublicKeyReader();
    private final Agents agents = new Agents();

    /** @throws TransportException when none of the key files that are named can be used, and nothing else is left */
    Identities of(SshTarget target) throws TransportException {
        if (!target.settings().is(SshSetting.PUBKEY_AUTHENTICATION, true)) {
            return Identities.none();
        }
        Optional<AgentAnswer> agent = socket(target).map(agents::ask);
        Identities identities = IdentityOrder.of(target, privateKeys, publicKeys, agent);
        boolean named = !target.settings().list(SshSetting.IDENTITY_FILES).isEmpty();
        boolean hopeless = identities.keys().isEmpty() && target.password().isEmpty();
        if (named && hopeless && !identities.unused().isEmpty()) {
            KeyFile.Unusable first = identities.unused().getFirst();
            StringBuilder message = new StringBuilder("the key file " + first.file() + " " + first.reason());
            identities.notes().forEach(note -> message.append("; ").append(note));
            throw new TransportException(
                    target.host(), Kind.AUTHENTICATION_REFUSED, message.toString(), Optional.of(first.hint()));
        }
        return identities;
    }

    private static Optional<Path> socket(SshTarget target) {
        IdentityAgent agent =
                target.settings().get(SshSetting.IDENTITY_AGENT).orElse(new IdentityAgent.OfEnvironment());
        return switch (agent) {
            case IdentityAgent.None none -> Optional.empty();
            case IdentityAgent.At at -> Optional.of(at.socket());
            case IdentityAgent.OfEnvironment environment ->
                Optional.ofNullable(System.getenv(AGENT_SOCKET))
                        .filter(s -> !s.isEmpty())
                        .map(Path::of);
        };
    }
}
