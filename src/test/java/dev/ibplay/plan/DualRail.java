package dev.ibplay.plan;

import dev.ibplay.exec.MadPort;
import dev.ibplay.exec.Operation;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two fabrics with the same hosts: each has a port, and perhaps an OpenSM, in both. The files are apart, or shared. */
final class DualRail {
    final ModelFabric one = ModelFabric.twoK();
    final ModelFabric two;
    private final boolean shares;

    private DualRail(boolean shares) {
        this.shares = shares;
        this.two = ModelFabric.second();
        for (String name : List.of("sm1", "sm2")) {
            ModelHost second = two.host(name);
            one.host(name).unit = Optional.of("opensm@" + one.host(name).port + ".service");
            second.unit = Optional.of("opensm@" + second.port + ".service");
            if (!shares) {
                String conf = second.text(second.conf);
                String partitions = second.text(second.partitions);
                second.remove(second.conf);
                second.remove(second.partitions);
                second.conf = "/etc/opensm/second.conf";
                second.partitions = "/etc/opensm/second-partitions.conf";
                second.withOpensm(conf, partitions);
            }
        }
        new Simulator(two).elect();
    }

    static DualRail apart() {
        return new DualRail(false);
    }

    /** As Debian's {@code PORTS="GUID GUID"} starts them. */
    static DualRail sharing() {
        return new DualRail(true);
    }

    Observed observed() {
        Map<String, HostFacts> hosts = new HashMap<>();
        one.hosts.keySet().forEach(name -> hosts.put(name, together(one.host(name), two.host(name))));
        return new Observed(hosts, List.of(one.fabricFacts(), two.fabricFacts()));
    }

    private static HostFacts together(ModelHost first, ModelHost second) {
        HostFacts facts = first.facts();
        List<AdapterPort> ports = new ArrayList<>(facts.ports());
        ports.add(new AdapterPort(new MadPort("mlx5_1", 1), Optional.of(second.port), true, true, true));
        return new HostFacts(
                facts.host(),
                ports,
                facts.interfaces(),
                facts.opensm()
                        .ifKnown()
                        .map(opensm -> dev.ibplay.facts.Fact.known(
                                both(opensm, second.facts().opensm().ifKnown().orElseThrow(), first, second)))
                        .orElseGet(facts::opensm),
                facts.network(),
                facts.drivers(),
                facts.guards());
    }

    private static OpensmObserved both(OpensmObserved one, OpensmObserved two, ModelHost first, ModelHost second) {
        OpensmLauncher found = one.launcher();
        var launcher = new OpensmLauncher(
                OpensmLauncher.Kind.TEMPLATE_UNITS,
                found.variables(),
                found.units(),
                found.enabled(),
                Optional.of("opensm.service"),
                Optional.empty());
        return new OpensmObserved(
                launcher,
                List.of(
                        on(one.instances().getFirst(), first),
                        on(two.instances().getFirst(), second)));
    }

    private static OpensmInstance on(OpensmInstance instance, ModelHost host) {
        FileObserved conf = instance.conf();
        return new OpensmInstance(
                conf, instance.partitions(), instance.process(), instance.unit(), Optional.of(host.port), true);
    }

    /** Does the steps, each to the rail that it is meant for; a shared file is there for both. */
    List<String> apply(Plan plan) {
        var first = new Simulator(one);
        var second = new Simulator(two);
        List<String> log = new ArrayList<>();
        for (Step step : plan.fabric()) {
            if (step instanceof Step.Act act) {
                log.add(act.host() + ": " + act.what());
                act.operations().forEach(operation -> {
                    boolean isSecond = concerns(two.host(act.host()), operation);
                    (isSecond ? second : first).run((isSecond ? two : one).host(act.host()), operation);
                    if (shares && operation instanceof Operation.ReplaceFile file) {
                        two.host(act.host()).put(file.path(), file.content().latin1(), 3000);
                    }
                });
            }
        }
        return log;
    }

    private static boolean concerns(ModelHost host, Operation operation) {
        return switch (operation) {
            case Operation.ReplaceFile file ->
                !host.conf.equals(ModelHost.CONF)
                        && (file.path().equals(host.conf) || file.path().equals(host.partitions));
            case Operation.SendSignal signal -> signal.pid() == host.pid();
            case Operation.RunCommand command ->
                host.unit.filter(command.arguments()::contains).isPresent();
            default -> false;
        };
    }
}
