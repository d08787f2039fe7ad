package dev.ibplay.lab;

import dev.ibplay.lab.layout.LabHost;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.machine.Account;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.SimulatedHost;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshAccount;
import dev.ibplay.lab.ssh.SshHost;
import dev.ibplay.lab.time.LabClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A running lab: its hosts behind SSH servers on loopback, and the files with which ibplay finds them. */
public final class Lab implements AutoCloseable {
    private final LabLayout layout;
    private final LabHosts hosts;
    private final LabFolder folder;
    private final LabSshServer server;

    private final List<SshHost> servers = new ArrayList<>();

    private Lab(LabLayout layout, LabHosts hosts, LabFolder folder, LabSshServer server) {
        this.layout = layout;
        this.hosts = hosts;
        this.folder = folder;
        this.server = server;
    }

    /**
     * Starts all hosts, waits until each fabric has a master, and writes inventory, key and known_hosts to the folder.
     *
     * @throws IOException when the folder cannot be written, or there are no free ports
     */
    public static Lab start(LabLayout layout, LabFolder folder, LabClock clock)
            throws IOException, InterruptedException {
        return start(layout, folder, clock, hosts -> {});
    }

    /**
     * The same.
     *
     * @param before what is done in the fabrics before the hosts are switched on
     */
    public static Lab start(LabLayout layout, LabFolder folder, LabClock clock, Consumer<LabHosts> before)
            throws IOException, InterruptedException {
        try {
            LabHosts hosts = LabHosts.off(layout, clock);
            before.accept(hosts);
            hosts.boot();
            Lab lab = new Lab(layout, hosts, folder, LabSshServer.start());
            boolean started = false;
            try {
                lab.listen(layout);
                lab.hosts.awaitMasters();
                started = true;
                return lab;
            } finally {
                if (!started) {
                    lab.close();
                }
            }
        } catch (GeneralSecurityException e) {
            throw new IOException("no keys can be made", e);
        }
    }

    private void listen(LabLayout layout) throws IOException, GeneralSecurityException {
        List<Machine> all =
                hosts.machines().stream().map(SimulatedHost::machine).toList();
        boolean needsApproved =
                all.stream().anyMatch(machine -> machine.userland().logins().isFips());
        KeyPair key = needsApproved ? LabSshServer.newApprovedKey() : LabSshServer.newKey();
        LoginKey.write(key, folder.key());
        Map<String, Integer> ports = new HashMap<>();
        List<String> known = new ArrayList<>();
        servers.addAll(server.addAll(all, List.of()));
        for (int i = 0; i < servers.size(); i++) {
            LabHost host = layout.hosts().get(i);
            servers.get(i).accounts(List.of(account(host, key)));
        }
        for (SshHost host : servers) {
            ports.put(host.machine().name(), host.port());
            known.add(host.knownHostsLine());
        }
        Files.write(folder.knownHosts(), known);
        folder.write(InventoryText.of(layout, ports, folder));
    }

    /** All that it may do, whatever it is called there. A host that has a password takes no key. */
    private static SshAccount account(LabHost host, KeyPair key) {
        Account account = new Account(host.model().user(), Account.ROOT.uid(), Account.ROOT.home());
        return new SshAccount(
                account, host.password(), host.password().isPresent() ? List.of() : List.of(key.getPublic()));
    }

    /**
     * Who logs in at a host.
     *
     * @throws IllegalArgumentException when the lab has none of this name
     */
    public String userOf(String name) {
        return layout.hosts().stream()
                .filter(host -> host.name().equals(name))
                .map(host -> host.model().user())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no host is called " + name));
    }

    /** Tells other processes that it is there. */
    public void announce(double pace) throws IOException {
        LabState.ofThisProcess(hosts.machines().size(), pace).write(folder);
    }

    /** The hosts' SSH servers, in the order of the hosts. */
    public List<SshHost> servers() {
        return List.copyOf(servers);
    }

    public LabHosts hosts() {
        return hosts;
    }

    /** The private key that opens all accounts. */
    public Path key() {
        return folder.key();
    }

    /** The keys of all hosts. */
    public Path knownHosts() {
        return folder.knownHosts();
    }

    /** What to give to {@code -i}. */
    public Path inventory() {
        return folder.inventory();
    }

    /** Ends all connections; the hosts are gone. The folder stays. */
    @Override
    public void close() throws IOException {
        server.close();
    }
}
