package dev.ibplay.transport.ssh.agent;

import java.nio.file.Path;
import java.util.List;

/** What became of asking an agent for its keys. */
public sealed interface AgentAnswer {
    Path socket();

    /**
     * It answered. A locked agent says that it has no key, as an empty one does.
     *
     * @param keys in the agent's order, those of types that are supported
     */
    record Keys(Path socket, List<AgentKey> keys) implements AgentAnswer {
        public Keys {
            keys = List.copyOf(keys);
        }
    }

    /**
     * It cannot be asked.
     *
     * @param reason completes "the ssh-agent at SOCKET ..."
     */
    record Unavailable(Path socket, String reason) implements AgentAnswer {}
}
