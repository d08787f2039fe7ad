package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import java.io.IOException;
import java.util.List;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.future.CancelOption;

/**
 * Makes the SSH connections of a run. Owns the one MINA client with its threads; {@link #connect} may be called from many
 * threads at once. The name of a host is resolved by the system, within the system's own time limits.
 */
public final class SshConnector implements AutoCloseable {
    private final SshClient client;
    private final HostKeyFiles hostKeyFiles = new HostKeyFiles();
    private final LoginKeys loginKeys = new LoginKeys();
    private final LoginTurns turns = new LoginTurns();
    private final TransportOpener opener;

    private SshConnector(SshClient client) {
        this.client = client;
        opener = new TransportOpener(client, this::connect);
    }

    /** Starts the client's threads: as many as there are processors, and one, whatever the number of connections is. */
    public static SshConnector start() {
        SshClient client = MinaClient.create();
        client.start();
        return new SshConnector(client);
    }

    /**
     * Connects and logs in; again if the server drops the connection before the login.
     *
     * @throws TransportException when the host cannot be reached, its key is not accepted or it refuses the login; says
     *     which and what to do
     */
    public SshConnection connect(SshTarget target) throws TransportException {
        Identities identities = loginKeys.of(target);
        LoginMethods methods = LoginMethods.of(target, identities);
        Retries retries = new Retries(target);
        List<String> said = List.of();
        while (true) {
            LoginRecord record = new LoginRecord(target, hostKeyFiles.check(target), methods);
            // a server that hangs up may be quicker than its last words
            said.forEach(record::said);
            LoginTurns.Turn turn = turns.take(target);
            LoginTurns.Outcome outcome = LoginTurns.Outcome.TAKEN;
            long begin = System.nanoTime();
            TransportException failure;
            try {
                return attempt(target, identities, record);
            } catch (TransportException e) {
                failure = e;
                outcome = outcome(e, record);
            } finally {
                turn.end(outcome);
            }
            if (!retries.again(failure, record, System.nanoTime() - begin)) {
                throw retries.told(failure);
            }
            said = record.said();
        }
    }

    private static LoginTurns.Outcome outcome(TransportException failure, LoginRecord record) {
        if (Retries.isDropped(failure, record)) {
            return LoginTurns.Outcome.DROPPED;
        }
        return record.phase() == LoginRecord.Phase.GREETING ? LoginTurns.Outcome.NOT_REACHED : LoginTurns.Outcome.TAKEN;
    }

    private SshConnection attempt(SshTarget target, Identities identities, LoginRecord record)
            throws TransportException {
        ClientSession session = opener.open(target, record);
        record.opened();
        boolean loggedIn = false;
        try {
            session.auth().verify(target.loginTimeout(), CancelOption.CANCEL_ON_TIMEOUT);
            loggedIn = true;
        } catch (IOException e) {
            throw TransportOpener.explained(LoginFailure.explain(record, identities, e), session);
        } catch (IllegalStateException e) {
            // MINA's word for a session that was closed meanwhile
            throw TransportOpener.explained(LoginFailure.explain(record, identities, new IOException(e)), session);
        } finally {
            if (!loggedIn) {
                session.close(true);
            }
        }
        return new SshConnection(record, session);
    }

    /** How many TCP connections were made since the start. */
    public int connections() {
        return opener.connections();
    }

    /** Ends all connections and threads. */
    @Override
    public void close() {
        client.stop();
    }
}
