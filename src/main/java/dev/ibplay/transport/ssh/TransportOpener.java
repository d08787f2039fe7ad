package dev.ibplay.transport.ssh;

import dev.ibplay.transport.TransportException;
import dev.ibplay.transport.TransportException.Kind;
import dev.ibplay.transport.ssh.tunnel.ForwardedChannel;
import dev.ibplay.transport.ssh.tunnel.ProxyProcess;
import dev.ibplay.transport.ssh.tunnel.Tunnel;
import dev.ibplay.transport.ssh.tunnel.TunnelSession;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.future.CancelOption;
import org.jspecify.annotations.Nullable;

/** Opens what SSH runs over, and the SSH session that has not logged in yet. Safe for many threads. */
final class TransportOpener {
    private static final Duration UNREACHABLE_JUMP_PAUSE = Duration.ofMinutes(1);

    /** What MINA is told of a connection that it does not make itself; no name that it would look up. */
    private static final String NOWHERE = "127.0.0.1";

    private final SshClient client;
    private final JumpHosts jumps;
    private final AtomicInteger connections = new AtomicInteger();

    /** @param login logs in on jump hosts */
    TransportOpener(SshClient client, JumpHosts.Login login) {
        this.client = client;
        jumps = new JumpHosts(login, UNREACHABLE_JUMP_PAUSE);
    }

    /** How many TCP connections were made from here since the start. */
    int connections() {
        return connections.get();
    }

    /**
     * Opens a session.
     *
     * @param record travels with the session, where callbacks find it
     */
    ClientSession open(SshTarget target, LoginRecord record) throws TransportException {
        return switch (target.route()) {
            case SshRoute.Direct ignored -> direct(target, record);
            case SshRoute.Through through -> through(target, through.jump(), record);
            case SshRoute.Command command -> by(target, command, record);
        };
    }

    /** Adds what is known of the way to the host to the reason why a login did not come about. */
    static TransportException explained(TransportException failure, ClientSession session) {
        return switch (failure.kind()) {
            case CONNECTION_LOST, TIMED_OUT ->
                TunnelFailure.withTrouble(failure, TunnelSession.trouble(session.getIoSession()));
            default -> failure;
        };
    }

    /** Tries all addresses of the host within one time limit. */
    private ClientSession direct(SshTarget target, LoginRecord record) throws TransportException {
        AttributeRepository context = AttributeRepository.ofKeyValuePair(LoginRecord.KEY, record);
        SocketAddress local = bindAddress(target);
        long end = System.nanoTime() + target.connectTimeout().toNanos();
        IOException last = new IOException("no address");
        for (InetAddress address : addresses(target)) {
            long left = Math.max(end - System.nanoTime(), 1_000_000);
            try {
                // as a number: MINA would look the name up again, and take the first address
                ClientSession session = client.connect(
                                target.user(), address.getHostAddress(), target.port(), context, local)
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

    private ClientSession through(SshTarget target, SshTarget jump, LoginRecord record) throws TransportException {
        SshConnection connection = jumps.connection(jump, target.host());
        try {
            return over(target, channel(connection, target), record);
        } catch (IOException e) {
            if (connection.isOpen()) {
                throw TunnelFailure.ofChannel(target, jump, e);
            }
        }
        // it was dropped just now, and somebody may have opened it again
        try {
            return over(target, channel(jumps.connection(jump, target.host()), target), record);
        } catch (IOException e) {
            throw TunnelFailure.ofChannel(target, jump, e);
        }
    }

    private static Tunnel channel(SshConnection jump, SshTarget target) throws IOException {
        try {
            return ForwardedChannel.open(jump.session(), target.address(), target.port(), target.connectTimeout());
        } catch (IllegalStateException closed) {
            throw new IOException("the connection to the jump host is closed", closed);
        }
    }

    private ClientSession by(SshTarget target, SshRoute.Command command, LoginRecord record) throws TransportException {
        try {
            return over(target, ProxyProcess.start(command.shell(), command.line()), record);
        } catch (IOException e) {
            throw TunnelFailure.ofCommand(target, e);
        }
    }

    private ClientSession over(SshTarget target, Tunnel tunnel, LoginRecord record) throws IOException {
        AttributeRepository context =
                AttributeRepository.ofAttributesMap(Map.of(LoginRecord.KEY, record, Tunnel.KEY, tunnel));
        boolean opened = false;
        try {
            ClientSession session = client.connect(target.user(), NOWHERE, target.port(), context, null)
                    .verify(target.connectTimeout(), CancelOption.CANCEL_ON_TIMEOUT)
                    .getClientSession();
            opened = true;
            return session;
        } finally {
            if (!opened) {
                tunnel.close();
            }
        }
    }

    private static @Nullable SocketAddress bindAddress(SshTarget target) throws TransportException {
        Optional<String> bind = target.settings().get(SshSetting.BIND_ADDRESS);
        if (bind.isEmpty() || bind.get().equals("*")) {
            return null;
        }
        return new InetSocketAddress(resolve(target, bind.get(), "See BindAddress in ssh's configuration")[0], 0);
    }

    private static List<InetAddress> addresses(SshTarget target) throws TransportException {
        AddressFamily family = target.settings().get(SshSetting.ADDRESS_FAMILY).orElse(AddressFamily.ANY);
        String hint = "Set ansible_host to an address, or check the name service";
        List<InetAddress> wanted = Arrays.stream(resolve(target, target.address(), hint))
                .filter(address -> switch (family) {
                    case ANY -> true;
                    case INET -> !(address instanceof Inet6Address);
                    case INET6 -> address instanceof Inet6Address;
                })
                .toList();
        if (wanted.isEmpty()) {
            throw new TransportException(
                    target.host(),
                    Kind.UNREACHABLE,
                    "the name " + target.address() + " has no address of the family " + family,
                    Optional.of("AddressFamily in ssh's configuration says which ones are tried"));
        }
        return wanted;
    }

    private static InetAddress[] resolve(SshTarget target, String name, String hint) throws TransportException {
        try {
            return InetAddress.getAllByName(name);
        } catch (UnknownHostException e) {
            throw new TransportException(target.host(), Kind.UNREACHABLE, "the name " + name + " is unknown", hint, e);
        }
    }
}
