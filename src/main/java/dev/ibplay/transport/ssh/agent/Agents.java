package dev.ibplay.transport.ssh.agent;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.agent.SshAgent;

/**
 * The agents of a run. Each is asked for its keys once, whatever the number of hosts is; one that does not answer is not
 * asked again. Safe for many threads.
 */
public final class Agents {
    private static final Duration LIST_LIMIT = Duration.ofSeconds(5);

    /** As long as a login may take by default: a person may have to touch a token or to confirm. */
    private static final Duration SIGN_LIMIT = Duration.ofSeconds(30);

    private final Duration listLimit;
    private final Map<Path, AgentAnswer> asked = new ConcurrentHashMap<>();

    public Agents() {
        this(LIST_LIMIT);
    }

    Agents(Duration listLimit) {
        this.listLimit = listLimit;
    }

    /** What the agent behind this socket holds. */
    public AgentAnswer ask(Path socket) {
        return asked.computeIfAbsent(socket, this::askNow);
    }

    private AgentAnswer askNow(Path socket) {
        SshAgent signer = new AgentSocket(socket, SIGN_LIMIT);
        List<AgentKey> keys = new ArrayList<>();
        try (SshAgent agent = new AgentSocket(socket, listLimit)) {
            for (Map.Entry<PublicKey, String> identity : agent.getIdentities()) {
                keys.add(new AgentKey(identity.getKey(), identity.getValue(), signer));
            }
            return new AgentAnswer.Keys(socket, keys);
        } catch (SocketTimeoutException e) {
            return new AgentAnswer.Unavailable(socket, "did not answer within " + listLimit.toSeconds() + " s");
        } catch (IOException e) {
            return new AgentAnswer.Unavailable(socket, reason(socket, e));
        } catch (UnsupportedAddressTypeException | UnsupportedOperationException e) {
            return new AgentAnswer.Unavailable(socket, "cannot be reached: this system has no Unix domain sockets");
        } catch (RuntimeException e) {
            // whatever MINA's buffers throw at an answer that is none
            return new AgentAnswer.Unavailable(socket, "does not speak the agents' protocol");
        }
    }

    private static String reason(Path socket, IOException e) {
        if (!Files.exists(socket)) {
            return "is not there: the socket does not exist";
        }
        String text = String.valueOf(e.getMessage());
        if (text.contains("refused")) {
            return "is dead: nobody listens on the socket";
        }
        if (text.contains("Permission denied")) {
            return "cannot be asked: permission denied";
        }
        return "cannot be asked: " + text;
    }
}
