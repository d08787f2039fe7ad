package dev.ibplay.lab.ssh;

import dev.ibplay.lab.machine.LoginRules.Crypto;
import dev.ibplay.lab.machine.LoginShell;
import dev.ibplay.lab.machine.Machine;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionContext;
import org.apache.sshd.common.session.SessionListener;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.auth.pubkey.PublickeyAuthenticator;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.session.ServerSession;

/**
 * The SSH servers of all machines of a lab: one server with few threads, which listens on a port of 127.0.0.1 for each
 * machine. The port says which machine is meant.
 */
public final class LabSshServer implements AutoCloseable {
    /** Where all of them listen. */
    public static final String ADDRESS = "127.0.0.1";

    private static final int ED25519_BITS = 256;
    private static final int P256_BITS = 256;
    private static final int RSA_BITS = 2048;
    private static final int STOP_MILLIS = 5000;

    /** A command may take long to read on, or to say something. */
    private static final Duration BUSY_CLIENT = Duration.ofHours(1);

    private final ManyPorts server;
    /** One for each kind of host, made when the first of them comes. */
    private final Map<Crypto, KeyPair> keys = new ConcurrentHashMap<>();

    private final Map<Integer, SshHost> hosts = new ConcurrentHashMap<>();

    /** Ports that take connections and say nothing. */
    private final List<ServerSocket> silent = new CopyOnWriteArrayList<>();

    private LabSshServer(ManyPorts server, KeyPair commonKey) {
        this.server = server;
        keys.put(Crypto.USUAL, commonKey);
    }

    /** Starts the threads. All hosts have the same new Ed25519 key until they are given another one; those of FIPS 140 have one for ECDSA, old ones have RSA. */
    public static LabSshServer start() throws IOException, GeneralSecurityException {
        return start(newKey());
    }

    /** The same with a key that is known. */
    public static LabSshServer start(KeyPair hostKey) throws IOException, GeneralSecurityException {
        ManyPorts server =
                (ManyPorts) ServerBuilder.builder().factory(ManyPorts::new).build();
        LabSshServer lab = new LabSshServer(server, hostKey);
        lab.configure();
        server.start();
        return lab;
    }

    /** Another host key. */
    public static KeyPair newKey() throws GeneralSecurityException {
        return KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, ED25519_BITS);
    }

    /** A key that FIPS 140 approves of: ECDSA on the curve P-256. */
    public static KeyPair newApprovedKey() throws GeneralSecurityException {
        return KeyUtils.generateKeyPair(KeyPairProvider.ECDSA_SHA2_NISTP256, P256_BITS);
    }

    private KeyPair keyOf(Machine machine) throws IOException {
        Crypto kind = machine.userland().logins().crypto();
        try {
            KeyPair known = keys.get(kind);
            KeyPair key = known == null ? fresh(kind) : known;
            keys.put(kind, key);
            return key;
        } catch (GeneralSecurityException e) {
            throw new IOException("no keys can be made", e);
        }
    }

    private static KeyPair fresh(Crypto kind) throws GeneralSecurityException {
        return switch (kind) {
            case USUAL -> newKey();
            case FIPS -> newApprovedKey();
            case OLD -> KeyUtils.generateKeyPair(KeyPairProvider.SSH_RSA, RSA_BITS);
        };
    }

    private void configure() {
        server.setHost(ADDRESS);
        server.setPort(0);
        server.setKeyPairProvider(new HostKeys());
        server.setPasswordAuthenticator((user, password, session) ->
                account(user, session).filter(a -> a.accepts(password)).isPresent());
        server.setPublickeyAuthenticator(new Keys());
        server.setCommandFactory(this::command);
        server.setShellFactory(channel -> command(channel, LoginShell.INTERACTIVE));
        server.addSessionListener(new Down());
        server.addSessionListener(new OwnRules());
        CoreModuleProperties.IDLE_TIMEOUT.set(server, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(server, Duration.ZERO);
        CoreModuleProperties.WAIT_FOR_SPACE_TIMEOUT.set(server, BUSY_CLIENT);
    }

    private final class HostKeys implements KeyPairProvider {
        @Override
        public Iterable<KeyPair> loadKeys(SessionContext session) {
            return host((ServerSession) session)
                    .map(host -> List.of(host.hostKey()))
                    .orElse(List.of());
        }
    }

    private final class Keys implements PublickeyAuthenticator {
        @Override
        public boolean authenticate(String user, PublicKey key, ServerSession session) {
            boolean isAllowed = host(session)
                    .filter(host ->
                            SessionRules.allows(host.machine().userland().logins(), key))
                    .isPresent();
            return isAllowed
                    && account(user, session).filter(a -> a.accepts(key)).isPresent();
        }
    }

    /** A host that is down keeps its port, which another program might take, but says nothing there. */
    private final class Down implements SessionListener {
        @Override
        public void sessionCreated(Session session) {
            boolean isDown = session instanceof ServerSession server
                    && host(server).filter(host -> !host.machine().isUp()).isPresent();
            if (isDown) {
                session.close(true);
            }
        }
    }

    /** What each host offers is said before the first message of its session. */
    private final class OwnRules implements SessionListener {
        @Override
        public void sessionCreated(Session session) {
            if (session instanceof ServerSession own) {
                host(own)
                        .ifPresent(host -> new SessionRules(
                                        host.machine().userland().logins())
                                .apply(own, host.machine().name()));
            }
        }
    }

    private Optional<SshHost> host(ServerSession session) {
        return session.getIoSession().getLocalAddress() instanceof InetSocketAddress local
                ? Optional.ofNullable(hosts.get(local.getPort()))
                : Optional.empty();
    }

    private Optional<SshAccount> account(String user, ServerSession session) {
        return host(session).flatMap(host -> host.account(user));
    }

    private Command command(ChannelSession channel, String line) throws IOException {
        ServerSession session = channel.getServerSession();
        SshHost host = host(session).orElseThrow(() -> new IOException("no machine listens here"));
        SshAccount account = host.account(session.getUsername()).orElseThrow(() -> new IOException("no such account"));
        host.commandBegins();
        return new LoginCommand(host.machine(), account.account(), channel, line);
    }

    /** Gives a machine a port. */
    public SshHost add(Machine machine, List<SshAccount> accounts) throws IOException {
        return addAll(List.of(machine), accounts).getFirst();
    }

    /** Gives each machine a port, in their order. */
    public List<SshHost> addAll(List<Machine> machines, List<SshAccount> accounts) throws IOException {
        List<Integer> ports = server.bindFree(machines.size());
        List<SshHost> added = new ArrayList<>();
        for (int i = 0; i < machines.size(); i++) {
            Machine machine = machines.get(i);
            SshHost host = new SshHost(this, machine, ports.get(i), accounts, keyOf(machine));
            hosts.put(host.port(), host);
            added.add(host);
        }
        return added;
    }

    void bind(int port) throws IOException {
        server.bind(ManyPorts.loopback(port));
    }

    void unbind(int port) {
        server.unbind(ManyPorts.loopback(port));
    }

    void silence(int port) throws IOException {
        unbind(port);
        ServerSocket socket = new ServerSocket();
        silent.add(socket);
        socket.setReuseAddress(true);
        socket.bind(ManyPorts.loopback(port));
    }

    /** Ends all connections and threads. */
    @Override
    public void close() throws IOException {
        for (ServerSocket socket : silent) {
            socket.close();
        }
        server.close(true).await(STOP_MILLIS);
    }
}
