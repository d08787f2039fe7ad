package dev.ibplay.lab.faults;

import dev.ibplay.lab.LabHosts;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.Fault;
import dev.ibplay.lab.machine.Faults;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.programs.Sudo;
import dev.ibplay.lab.programs.SudoRule;
import dev.ibplay.lab.ssh.LabSshServer;
import dev.ibplay.lab.ssh.SshHost;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Lets the faults of a lab happen. */
public final class FaultRules {
    private static final int KILL = 9;
    private static final String OPENSM = "opensm";
    private static final long ORDINARY_USER = 1000;

    private final List<FaultRule> rules;

    public FaultRules(List<FaultRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /** The first rule that no host is meant by. */
    public Optional<FaultRule> withoutHost(LabHosts hosts) {
        return rules.stream()
                .filter(rule -> hosts.machines().stream()
                        .noneMatch(host -> rule.isFor(host.machine().name())))
                .findFirst();
    }

    /**
     * From now on.
     *
     * @param seed of the packets that get lost
     * @throws IOException when a host's port is taken by somebody else in the moment in which it falls silent
     */
    public void apply(LabHosts hosts, Collection<SshHost> servers, long seed)
            throws GeneralSecurityException, IOException {
        for (SshHost server : servers) {
            List<FaultRule> own = rules.stream()
                    .filter(rule -> rule.isFor(server.machine().name()))
                    .toList();
            server.machine()
                    .faults(Faults.of(own.stream()
                            .flatMap(rule -> faults(rule, server).stream())
                            .toList()));
            for (FaultRule rule : own) {
                login(rule, server);
                rule.after().ifPresent(time -> server.machine().clock().after(time, () -> crash(server.machine())));
            }
        }
        rules.stream()
                .filter(rule -> rule.kind() == FaultRule.Kind.MAD_LOSS)
                .forEach(rule -> hosts.fabrics().forEach(fabric -> lose(fabric, rule, seed)));
    }

    private static Optional<Faults> faults(FaultRule rule, SshHost server) {
        if (rule.kind() == FaultRule.Kind.CUT) {
            int number = rule.step().orElse(1);
            return Optional.of(step -> {
                if (step.number() == number) {
                    server.refuse();
                    new Fault.DropConnection().happen(step);
                }
            });
        }
        return rule.atStep().map(fault -> {
            boolean always = fault instanceof Fault.Slow && rule.step().isEmpty();
            return always ? (Faults) fault::happen : Faults.at(rule.step().orElse(1), fault);
        });
    }

    private static void login(FaultRule rule, SshHost server) throws GeneralSecurityException, IOException {
        switch (rule.kind()) {
            case UNREACHABLE -> server.refuse();
            case SILENT -> server.silence();
            case LOGIN_REFUSED -> server.accounts(List.of());
            case SUDO_REFUSED -> refuseSudo(server);
            case HOST_KEY_CHANGED -> server.hostKey(LabSshServer.newKey());
            default -> {}
        }
    }

    /** Whoever logged in as root is an ordinary user now, whom sudo does not know. */
    private static void refuseSudo(SshHost server) {
        server.demote(ORDINARY_USER);
        try {
            Sudo.install(server.machine(), SudoRule.refused(SudoRule.Verdict.UNKNOWN_USER, Optional.empty()));
        } catch (Errno impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void crash(Machine machine) {
        machine.processes().all().stream()
                .filter(process -> process.comm().equals(OPENSM))
                .forEach(process -> machine.processes().signal(process.pid(), KILL));
    }

    private static void lose(SimulatedFabric fabric, FaultRule rule, long seed) {
        fabric.losePackets(rule.share(), seed);
    }
}
