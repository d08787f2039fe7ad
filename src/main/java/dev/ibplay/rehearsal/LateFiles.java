package dev.ibplay.rehearsal;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.HostFacts;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.esxi.EsxiHost;
import dev.ibplay.lab.linux.LinuxHost;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.plan.Observed;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Files of OpenSM that may have been changed after their process had started: it is started with what the fabric was found to be,
 * then they are laid beside it.
 */
record LateFiles(Map<String, Bytes> early, Map<String, Bytes> late) {
    private static final int MODE = 0644;

    static final LateFiles NONE = new LateFiles(Map.of(), Map.of());

    static LateFiles of(Observed real, HostFacts facts) {
        Map<String, Bytes> early = new HashMap<>();
        Map<String, Bytes> late = new HashMap<>();
        facts.opensm().ifKnown().stream()
                .flatMap(opensm -> opensm.instances().stream())
                .filter(LateFiles::areNewer)
                .forEach(instance -> port(facts, instance)
                        .ifPresent(port -> real.fabricOf(port).ifPresent(fabric -> {
                            var found = new AsFound(fabric);
                            put(early, instance.conf(), found.conf(text(instance.conf()), port));
                            put(early, instance.partitions(), found.partitions());
                            known(instance.conf(), late);
                            known(instance.partitions(), late);
                        })));
        return new LateFiles(early, late);
    }

    /** Within one second nobody can tell which came first. */
    private static boolean areNewer(OpensmInstance instance) {
        return instance.process()
                .map(OpensmProcess::startSeconds)
                .filter(start -> instance.conf().modifiedSeconds() >= start
                        || instance.partitions().modifiedSeconds() >= start)
                .isPresent();
    }

    /** The port that it runs on; OpenSM takes the first one where it is told none. */
    private static Optional<PortGuid> port(HostFacts facts, OpensmInstance instance) {
        return instance.port()
                .or(() -> facts.vantagePorts().stream()
                        .flatMap(port -> port.guid().stream())
                        .findFirst());
    }

    private static String text(FileObserved file) {
        return file.content().ifKnown().map(Bytes::latin1).orElse("");
    }

    private static void put(Map<String, Bytes> files, FileObserved file, String text) {
        if (file.path().startsWith("/")) {
            files.put(file.path(), Bytes.ofLatin1(text));
        }
    }

    private static void known(FileObserved file, Map<String, Bytes> files) {
        if (file.content() instanceof Fact.Known<Bytes> known && file.path().startsWith("/")) {
            files.put(file.path(), known.value());
        }
    }

    boolean isEmpty() {
        return early.isEmpty();
    }

    /** The host as it is before the files come. */
    LinuxHost until(LinuxHost host) {
        Map<String, LinuxHost.GivenFile> files = new TreeMap<>(host.given().files());
        early.forEach((path, content) -> files.put(path, new LinuxHost.GivenFile(content, MODE)));
        LinuxHost.Given given = host.given();
        return new LinuxHost(
                host.name(),
                host.adapters(),
                host.interfaces(),
                host.stack(),
                host.opensm(),
                new LinuxHost.Given(files, given.interfaces(), given.opensm(), given.enabled(), given.way()));
    }

    /** The same for an ESXi host. */
    EsxiHost until(EsxiHost host) {
        Map<String, Bytes> files = new TreeMap<>(host.given().files());
        files.putAll(early);
        return new EsxiHost(
                host.name(),
                host.release(),
                host.adapters(),
                host.switches(),
                host.vmkernels(),
                host.opensm(),
                host.traits(),
                host.given().withFiles(files));
    }

    /** Lays the files; one that is absent on the host goes. */
    void write(Machine machine) throws Errno {
        for (String path : early.keySet()) {
            Optional<Bytes> content = Optional.ofNullable(late.get(path));
            if (content.isPresent()) {
                machine.disk().write(path, content.get(), MODE);
            } else if (machine.disk().exists(path)) {
                machine.disk().unlink(path);
            }
        }
    }
}
