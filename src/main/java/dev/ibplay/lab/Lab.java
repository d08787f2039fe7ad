package dev.ibplay.lab;

import dev.ibplay.exec.Secret;
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
import java.util.Optional;
import java.util.function.Consumer;

/** A running lab: its hosts behind SSH servers on loopback, and the files with which ibplay finds them. */
public final class Lab implements AutoCloseable {
    private final LabHosts hosts;
    private final LabFolder folder;
    private final LabSshServer server;

    private final List<SshHost> servers = new ArrayList<>();

    private Lab(LabHosts hosts, LabFolder folder, LabSshServer server) {
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
            Lab lab = new Lab(hosts, folder, LabSshServer.start());
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
        var root = new SshAccount(Account.ROOT, Optional.empty(), List.of(key.getPublic()));
        Map<String, Integer> ports = new HashMap<>();
        List<String> known = new ArrayList<>();
        servers.addAll(server.addAll(all, List.of(root)));
        for (LabHost host : layout.hosts()) {
            host.password().ifPresent(right -> onlyByPassword(host.name(), right));
        }
        for (SshHost host : servers) {
            ports.put(host.machine().name(), host.port());
            known.add(host.knownHostsLine());
        }
        Files.write(folder.knownHosts(), known);
        folder.write(InventoryText.of(layout, ports, folder));
    }

    private void onlyByPassword(String name, Secret right) {
        servers.stream()
                .filter(host -> host.machine().name().equals(name))
                .forEach(host -> host.accounts(List.of(new SshAccount(Account.ROOT, Optional.of(right), List.of()))));
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
