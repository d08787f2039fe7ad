package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.future.CancelOption;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;

/**
 * Makes the SSH connections of a run. Owns the one MINA client with its threads; {@link #connect} may be called from many
 * threads at once. The name of a host is resolved by the system, within the system's own time limits.
 */
public final class SshConnector implements AutoCloseable {
    private final SshClient client;
    private final KnownHostsFiles knownHostsFiles = new KnownHostsFiles();
    private final PrivateKeyReader keyReader = new PrivateKeyReader();
    private final AtomicInteger connections = new AtomicInteger();

    private SshConnector(SshClient client) {
        this.client = client;
    }

    /** Starts the client's threads: as many as there are processors, and one, whatever the number of connections is. */
    public static SshConnector start() {
        SshClient client = MinaClient.create();
        client.start();
        return new SshConnector(client);
    }

    /**
     * Connects and logs in.
     *
     * @throws TransportException when the host cannot be reached, its key is not accepted or it refuses the login; says
     *     which and what to do
     */
    public SshConnection connect(SshTarget target) throws TransportException {
        Identities identities = identities(target);
        LoginRecord record = new LoginRecord(target, knownHosts(target), knownHostsFiles);
        ClientSession session = open(target, record);
        boolean loggedIn = false;
        try {
            prepare(session, target, identities, record);
            session.auth().verify(target.loginTimeout(), CancelOption.CANCEL_ON_TIMEOUT);
            loggedIn = true;
        } catch (IOException e) {
            throw LoginFailure.explain(record, identities, e);
        } finally {
            if (!loggedIn) {
                session.close(true);
            }
        }
        return new SshConnection(target.host(), session);
    }

    /** How many TCP connections were made since the start. */
    public int connections() {
        return connections.get();
    }

    private Identities identities(SshTarget target) throws TransportException {
        Identities identities = Identities.of(target, keyReader);
        boolean named = !target.settings().identityFiles().isEmpty();
        if (named && identities.keys().isEmpty() && target.password().isEmpty()) {
            KeyFile.Unusable first = identities.unused().getFirst();
            throw new TransportException(
                    target.host(),
                    Kind.AUTHENTICATION_REFUSED,
                    "the key file " + first.file() + " " + first.reason(),
                    Optional.of(first.hint()));
        }
        return identities;
    }

    private KnownHosts knownHosts(SshTarget target) throws TransportException {
        List<Path> files = new ArrayList<>(target.userKnownHostsFiles());
        files.addAll(target.globalKnownHostsFiles());
        try {
            return knownHostsFiles.load(files);
        } catch (IOException e) {
            throw new TransportException(
                    target.host(),
                    Kind.HOST_KEY_REJECTED,
                    "the known hosts cannot be read: " + e,
                    "Without them no host key can be trusted; make the file readable",
                    e);
        }
    }

    /** Tries all addresses of the host within one time limit. */
    private ClientSession open(SshTarget target, LoginRecord record) throws TransportException {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(target.address());
        } catch (UnknownHostException e) {
            throw new TransportException(
                    target.host(),
                    Kind.UNREACHABLE,
                    "the name " + target.address() + " is unknown",
                    "Set ansible_host to an address, or check the name service",
                    e);
        }
        AttributeRepository context = AttributeRepository.ofKeyValuePair(LoginRecord.KEY, record);
        long end = System.nanoTime() + target.connectTimeout().toNanos();
        IOException last = new IOException("no address");
        for (InetAddress address : addresses) {
            long left = Math.max(end - System.nanoTime(), 1_000_000);
            try {
                ClientSession session = client.connect(
                                target.user(), new InetSocketAddress(address, target.port()), context, null)
                        .verify(Duration.ofNanos(left), CancelOption.CANCEL_ON_TIMEOUT)
                        .getClientSession();
                connections.incrementAndGet();
                return session;
            } catch (IOException e) {
                last = e;
            }
        }
        throw ConnectFailure.explain(target, last);
    }

    private static void prepare(ClientSession session, SshTarget target, Identities identities, LoginRecord record) {
        List<UserAuthFactory> methods = new ArrayList<>();
        methods.add(UserAuthPublicKeyFactory.INSTANCE);
        target.password().filter(p -> !p.reveal().isEmpty()).ifPresent(password -> {
            session.addPasswordIdentity(password.reveal());
            methods.add(UserAuthPasswordFactory.INSTANCE);
            methods.add(UserAuthKeyboardInteractiveFactory.INSTANCE);
        });
        session.setUserAuthFactories(methods);
        session.setKeyIdentityProvider(KeyIdentityProvider.wrapKeyPairs(identities.keys()));
        session.setUserInteraction(new PasswordAnswer(target.password(), record));
        session.setPasswordAuthenticationReporter(new AttemptReporters.OfPassword(record));
        session.setPublicKeyAuthenticationReporter(new AttemptReporters.OfKeys(record));
    }

    /** Ends all connections and threads. */
    @Override
    public void close() {
        client.stop();
    }
}
