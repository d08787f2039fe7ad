package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.EndPort;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.opensm.PartitionsConf;
import dev.ibplay.opensm.PartitionsMeaning;
import dev.ibplay.opensm.SmOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Does what a plan's steps say to a {@link ModelFabric}, as OpenSM and the kernel would: a HUP re-reads files but changes no
 * group that exists, a new process makes its groups anew, a group cuts the MTU of its members.
 */
final class Simulator {
    private final ModelFabric fabric;
    private long clock = 2000;
    /** What was done, in order. */
    final List<String> log = new ArrayList<>();
    /** Programs other than service managers that ran. */
    final List<String> commands = new ArrayList<>();

    private final Set<String> guards = new HashSet<>();
    /** How many subnet managers had no process at once. */
    int mostDown;
    /** How many were master at once. */
    int mostMasters;
    /** Interfaces that a group has cut. */
    final List<String> cuts = new ArrayList<>();

    Simulator(ModelFabric fabric) {
        this.fabric = fabric;
    }

    void apply(Plan plan) {
        plan.shrinking().forEach(host -> host.steps().forEach(this::run));
        plan.fabric().forEach(this::run);
        plan.growing().forEach(host -> host.steps().forEach(this::run));
    }

    void run(Step step) {
        if (step instanceof Step.Act act) {
            log.add(act.host() + ": " + act.what());
            fabric.host(act.host())
                    .mlnxos
                    .ifPresent(its -> act.restsOn()
                            .forEach(rest -> assertThat(rest.verdict(its.answer(line(rest.read()))))
                                    .as(rest.what())
                                    .isEqualTo(Fingerprint.Verdict.UNCHANGED)));
            restsOn(act.host(), act.restsOn());
            act.operations().forEach(operation -> run(fabric.host(act.host()), operation));
        }
        if (step instanceof Step.Guarded guarded) {
            log.add(guarded.host() + ": " + guarded.what());
            assertThat(guards.add(guarded.host() + guarded.guard()))
                    .as("a guard's folder is new")
                    .isTrue();
            restsOn(guarded.host(), guarded.restsOn());
            guarded.prepare().forEach(operation -> run(fabric.host(guarded.host()), operation));
            guarded.set().forEach(operation -> run(fabric.host(guarded.host()), operation));
            guarded.commit().forEach(operation -> run(fabric.host(guarded.host()), operation));
        }
        if (step instanceof Step.Guarded guarded) {
            fabric.host(guarded.host())
                    .windows
                    .ifPresent(windows -> guarded.answers()
                            .forEach(one -> assertThat(one.expectation().complaint(windows.answer(one.query())))
                                    .as("%s after %s", one.subject(), log)
                                    .isEmpty()));
        }
        if (step instanceof Step.Await await) {
            await.answers().forEach(answer -> proves(await.host(), answer));
        }
    }

    /** A Windows host is asked again what its changes rest on. */
    private void restsOn(String host, List<Fingerprint> restsOn) {
        fabric.host(host)
                .windows
                .ifPresent(windows -> restsOn.forEach(one -> assertThat(one.verdict(windows.answer(one.read())))
                        .as("%s: %s", host, one.what())
                        .isNotEqualTo(Fingerprint.Verdict.MOVED)));
    }

    void run(ModelHost host, Operation operation) {
        clock += 10;
        switch (operation) {
            case Operation.ReplaceFile file -> {
                assertThat(Optional.ofNullable(host.files.get(file.path())))
                        .as("%s: %s before", host.name, file.path())
                        .isEqualTo(file.expected().map(Bytes::latin1));
                host.put(file.path(), file.content().latin1(), clock);
            }
            case Operation.RemoveFile file -> host.remove(file.path());
            case Operation.SendSignal signal -> {
                assertThat(host.isProcess(signal.pid(), signal.startTicks()))
                        .as("%s: the process that the signal is for runs", host.name)
                        .isTrue();
                host.hup();
                elect();
            }
            case Operation.RunCommand command -> command(host, command.arguments());
            case Operation.WriteAttribute attribute ->
                kernel(host).mode(attribute.path(), attribute.value().lossyText());
            case Operation.SetLinkMtu link -> kernel(host).mtu(link.interfaceName(), link.bytes());
            default -> throw new IllegalArgumentException("not a change: " + operation);
        }
    }

    private void command(ModelHost host, List<String> words) {
        if (host.mlnxos.isPresent()) {
            host.mlnxos.get().run(words);
            host.follow(clock);
            elect();
            return;
        }
        if (host.windows.isPresent()) {
            service(host, host.windows.get().run(words));
            return;
        }
        boolean isShell = words.getFirst().equals("sh");
        boolean isScript = words.getFirst().startsWith("/etc/init.d/");
        if (host.esxi.isPresent() && !isShell && !isScript) {
            host.esxi.get().run(words);
            return;
        }
        if (isScript) {
            host.esxi.ifPresent(e -> e.ran.add(String.join(" ", words)));
        }
        String verb = words.getFirst().equals("systemctl") && words.size() == 3
                ? words.get(1)
                : isScript || (isShell && words.get(2).contains("chkconfig")) ? words.getLast() : "";
        switch (verb) {
            case "enable" -> host.enabled = true;
            case "disable" -> host.enabled = false;
            case "stop" -> {
                host.stop();
                elect();
            }
            case "start", "restart" -> {
                if (verb.equals("start") && host.runsOpensm()) {
                    return;
                }
                boolean wasMaster = host.state == SmState.MASTER;
                host.stop();
                countDown();
                host.start(clock);
                host.state = wasMaster ? SmState.MASTER : SmState.STANDBY;
                elect();
            }
            default -> commands.add(String.join(" ", words));
        }
        countDown();
    }

    private void service(ModelHost host, ModelWindows.Told told) {
        switch (told) {
            case NOTHING -> {
                return;
            }
            case READ_AGAIN -> {
                assertThat(host.runsOpensm())
                        .as("a service that does not run takes no control")
                        .isTrue();
                host.hup();
            }
            case STOP -> {
                assertThat(host.runsOpensm())
                        .as("a service that does not run cannot be stopped")
                        .isTrue();
                host.stop();
                countDown();
            }
            case START -> {
                assertThat(host.runsOpensm())
                        .as("a service that runs cannot be started")
                        .isFalse();
                host.start(clock);
                host.state = SmState.STANDBY;
            }
        }
        elect();
    }

    /** Of a host without a service manager that brings it back. */
    void reboot(ModelHost host) {
        clock += 100;
        host.reboot(clock);
        elect();
    }

    private void countDown() {
        int down = (int) fabric.hosts.values().stream()
                .filter(h -> h.hasOpensm && !h.runsOpensm())
                .count();
        mostDown = Math.max(mostDown, down);
    }

    /** What a step waits for must have come about. */
    private void proves(String asked, Step.Awaited awaited) {
        String subject = awaited.subject();
        switch (awaited.expectation()) {
            case Expectation.SubnetManagerIs is -> {
                ModelHost host = fabric.host(subject.substring(subject.lastIndexOf(' ') + 1));
                assertThat(host.runsOpensm()).as("%s after %s", subject, log).isTrue();
                is.state()
                        .ifPresent(s -> assertThat(host.state)
                                .as("%s after %s", subject, log)
                                .isEqualTo(s));
                is.priority()
                        .ifPresent(p -> assertThat(host.priority)
                                .as("%s after %s", subject, log)
                                .isEqualTo(p));
            }
            case Expectation.GroupMtuIs is -> {
                int pkey = Integer.decode(subject.substring(subject.lastIndexOf(' ') + 1)) & 0x7fff;
                assertThat(fabric.fabricFacts().groupMtu(new PKey(pkey)))
                        .as("%s after %s", subject, log)
                        .contains(is.mtu());
            }
            case Expectation.SmLidIs is ->
                assertThat(fabric.smLid)
                        .as("%s after %s", subject, log)
                        .isEqualTo(is.lid().value());
            case Expectation.ValueIs is ->
                fabric.host(asked)
                        .mlnxos
                        .ifPresent(its -> assertThat(is.complaint(its.answer(line(awaited.query()))))
                                .as("%s after %s", subject, log)
                                .isEmpty());
            default -> {}
        }
    }

    private static String line(Operation question) {
        return String.join(" ", ((Operation.RunCommand) question).arguments());
    }

    /** Among those with one sm_key the highest priority wins, then the lower GUID; the master sweeps. */
    void elect() {
        List<ModelHost> running = fabric.hosts.values().stream()
                .filter(ModelHost::runsOpensm)
                .sorted(Comparator.comparingInt((ModelHost h) -> h.priority)
                        .thenComparing(h -> h.port, Comparator.reverseOrder()))
                .toList();
        running.forEach(h -> h.state = SmState.STANDBY);
        Map<Long, ModelHost> winners = new LinkedHashMap<>();
        running.forEach(h -> winners.put(h.key, h));
        winners.values().forEach(this::sweep);
        mostMasters = Math.max(mostMasters, winners.size());
    }

    private void sweep(ModelHost master) {
        master.state = SmState.MASTER;
        fabric.smLid = master.lid;
        var options = SmOptions.of(OpensmConf.parse("", master.files.getOrDefault(master.conf, "")));
        var conf = PartitionsConf.parse("", master.files.getOrDefault(master.partitions, ""));
        var meaning = PartitionsMeaning.of(conf, options);
        // A group goes with its partition (osm_prtn.c: osm_prtn_delete).
        master.groups
                .keySet()
                .removeIf(base -> meaning.partition(new PKey(base)).isEmpty());
        List<EndPort> ports = fabric.hosts.values().stream()
                .map(h -> new EndPort(h.port, EndPort.Kind.CA, h == master))
                .toList();
        fabric.pkeys.clear();
        fabric.pkeys.putAll(meaning.tables(ports).pkeys());
        meaning.partitions()
                .forEach(p -> p.broadcast()
                        .ifPresent(g -> master.groups.putIfAbsent(
                                p.pkey().base(), g.mtu().orElse(Mtu.MTU_2048))));
        fabric.groups.clear();
        master.groups.forEach((base, mtu) -> fabric.groups.put(base, ModelFabric.group(new PKey(base), mtu)));
        fabric.hosts.values().forEach(host -> kernel(host).join());
    }

    ModelKernel kernel(ModelHost host) {
        return new ModelKernel(fabric, host, cuts);
    }

    /** The P_Keys of a port. */
    Set<PKey> pkeys(ModelHost host) {
        return fabric.pkeys.getOrDefault(host.port, Set.of());
    }
}
