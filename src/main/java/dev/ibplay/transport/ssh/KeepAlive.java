package dev.ibplay.transport.ssh;

import java.time.Duration;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.core.CoreModuleProperties;

/**
 * Asks a host now and then whether it is still there, and takes it for lost when it stops answering (ServerAliveInterval,
 * ServerAliveCountMax). OpenSSH does not ask unless told to; a run with a time limit of hours for a command must.
 *
 * @param interval between questions; zero: none are asked
 * @param unanswered so many questions without an answer end the connection
 */
record KeepAlive(Duration interval, int unanswered) {
    private static final Duration INTERVAL = Duration.ofSeconds(15);
    private static final int UNANSWERED = 3;

    static KeepAlive of(SshSettings settings) {
        return new KeepAlive(
                settings.get(SshSetting.SERVER_ALIVE_INTERVAL).orElse(INTERVAL),
                settings.get(SshSetting.SERVER_ALIVE_COUNT_MAX).orElse(UNANSWERED));
    }

    /** Must come before the login, after which MINA begins to ask. */
    void applyTo(ClientSession session) {
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(session, interval);
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(session, unanswered);
    }

    /** Whether this is how MINA ends a session that does not answer. */
    static boolean isSilence(Throwable thrown) {
        return String.valueOf(thrown.getMessage()).contains("heartbeat requests without reply");
    }

    /** From the last sign of life to the end of the connection, in seconds. */
    long patienceSeconds() {
        return interval.multipliedBy(unanswered + 1L).toSeconds();
    }
}
