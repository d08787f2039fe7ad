package dev.ibplay.lab.ssh;

import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import java.io.IOException;
import java.security.KeyPair;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.common.config.keys.PublicKeyEntry;

/** One machine's sshd. */
public final class SshHost {
    private final LabSshServer server;
    private final Machine machine;
    private final int port;
    private volatile List<SshAccount> accounts;
    private volatile KeyPair hostKey;
    private final AtomicInteger commands = new AtomicInteger();

    SshHost(LabSshServer server, Machine machine, int port, List<SshAccount> accounts, KeyPair hostKey) {
        this.server = server;
        this.machine = machine;
        this.port = port;
        this.accounts = List.copyOf(accounts);
        this.hostKey = hostKey;
    }

    public Machine machine() {
        return machine;
    }

    /** Its TCP port on 127.0.0.1. */
    public int port() {
        return port;
    }

    /** Changes who may log in from now on. */
    public void accounts(List<SshAccount> newAccounts) {
        accounts = List.copyOf(newAccounts);
    }

    /** Whoever may log in has this user's rights from now on, and no home. */
    public void demote(long uid) {
        accounts(accounts.stream()
                .map(each -> new SshAccount(new Account(each.account().user(), uid, "/"), each.password(), each.keys()))
                .toList());
    }

    Optional<SshAccount> account(String user) {
        return accounts.stream().filter(a -> a.account().user().equals(user)).findFirst();
    }

    void commandBegins() {
        commands.incrementAndGet();
    }

    /** How many commands and shells have begun here: each has been a channel of its own. */
    public int commands() {
        return commands.get();
    }

    /** Changes the host's key for connections from now on. */
    public void hostKey(KeyPair newKey) {
        hostKey = newKey;
    }

    KeyPair hostKey() {
        return hostKey;
    }

    /** Its line in a known_hosts file. */
    public String knownHostsLine() {
        return "[" + LabSshServer.ADDRESS + "]:" + port + " " + PublicKeyEntry.toString(hostKey.getPublic());
    }

    /** Stops listening, so that connections are refused; those that are open stay. */
    public void refuse() {
        server.unbind(port);
    }

    /**
     * Takes connections from now on, by the system's queue, and says nothing to anybody.
     *
     * @throws IOException when somebody else has the port by now
     */
    public void silence() throws IOException {
        server.silence(port);
    }

    /**
     * Listens again on the same port.
     *
     * @throws IOException when somebody else has it by now
     */
    public void listen() throws IOException {
        server.bind(port);
    }
}
