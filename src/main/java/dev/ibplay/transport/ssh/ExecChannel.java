package dev.ibplay.transport.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.sshd.client.channel.ChannelExec;

/** Remembers that the host refused to start the command: MINA only closes the channel then, as if the command had ended. */
final class ExecChannel extends ChannelExec {
    private volatile boolean refused;

    ExecChannel(String commandLine) {
        super(commandLine, StandardCharsets.UTF_8, null, Map.<String, Object>of());
    }

    @Override
    public void handleFailure() throws IOException {
        refused = true;
        super.handleFailure();
    }

    boolean refused() {
        return refused;
    }
}
