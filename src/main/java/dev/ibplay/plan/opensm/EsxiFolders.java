package dev.ibplay.plan.opensm;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher.Kind;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.ib.PortGuid;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Puts together what belongs to one OpenSM of an ESXi host. The community VIB keeps a folder under /scratch/opensm for each adapter,
 * and which of them a process reads is not documented: all of them get the same partitions, as people who install it do by hand.
 */
public final class EsxiFolders {
    private EsxiFolders() {}

    /**
     * What is meant of a host.
     *
     * @param installed with one instance for each process and its folders; of other kinds of host as it was found
     * @param instances those of them that are meant
     */
    public record Meant(OpensmObserved installed, List<OpensmInstance> instances) {
        public Meant {
            instances = List.copyOf(instances);
        }
    }

    /** Every folder and every process of an ESXi host is meant; of other kinds of host, each instance for itself. */
    public static Meant all(OpensmObserved found) {
        return found.launcher().kind() == Kind.ESXI_VIB
                ? together(found, instance -> true)
                : new Meant(found, found.instances());
    }

    /** Those of an ESXi host that run on one of these ports, or of which nobody can tell where they run. */
    static Meant on(OpensmObserved found, List<PortGuid> ports) {
        return together(found, instance -> instance.port().map(ports::contains).orElse(!instance.launched()));
    }

    private static Meant together(OpensmObserved found, Predicate<OpensmInstance> isMeant) {
        List<OpensmInstance> meant = found.instances().stream().filter(isMeant).toList();
        List<OpensmInstance> free = meant.stream()
                .filter(i -> i.launched() && i.process().isEmpty())
                .toList();
        List<OpensmInstance> running =
                meant.stream().filter(i -> i.process().isPresent()).toList();
        List<OpensmInstance> grouped = new ArrayList<>();
        if (running.isEmpty() && !free.isEmpty()) {
            grouped.add(idle(free));
        }
        boolean anyHomeless = running.stream().anyMatch(i -> !i.launched());
        for (OpensmInstance instance : running) {
            // Folders that no process names belong to those that name none, else to the first.
            boolean takesFree = anyHomeless ? !instance.launched() : instance.equals(running.getFirst());
            grouped.add(takesFree ? with(instance, free) : with(instance, List.of()));
        }
        List<OpensmInstance> all = new ArrayList<>(grouped);
        found.instances().stream().filter(i -> !meant.contains(i)).forEach(all::add);
        return new Meant(new OpensmObserved(found.launcher(), all, found.version(), found.doubts()), grouped);
    }

    /** Folders without any process: the first that has an opensm.conf is the one that will be read. */
    private static OpensmInstance idle(List<OpensmInstance> folders) {
        OpensmInstance first = folders.stream()
                .filter(i -> i.conf().content() instanceof Fact.Known<?>)
                .findFirst()
                .orElse(folders.getFirst());
        return with(first, folders.stream().filter(i -> !i.equals(first)).toList());
    }

    private static OpensmInstance with(OpensmInstance instance, List<OpensmInstance> folders) {
        boolean hasOwn = instance.partitions().path().startsWith("/") || folders.isEmpty();
        List<FileObserved> files = Stream.concat(
                        hasOwn ? Stream.of(instance.partitions()) : Stream.empty(),
                        folders.stream().map(OpensmInstance::partitions))
                .distinct()
                .toList();
        Optional<PortGuid> port = instance.port()
                .or(() -> folders.size() == 1 && !hasOwn ? folders.getFirst().port() : Optional.empty());
        return new OpensmInstance(
                instance.conf(),
                files.getFirst(),
                instance.process(),
                instance.unit(),
                port,
                true,
                files.subList(1, files.size()));
    }
}
