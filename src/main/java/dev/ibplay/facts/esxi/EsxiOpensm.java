package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.AdapterPort;
import dev.ibplay.facts.EsxiObserved;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.linux.OpensmFilesRead;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmConf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The OpenSMs of a host with the community VIB: one for each folder under /scratch/opensm, and processes without one. */
final class EsxiOpensm {
    private static final String CONF = "opensm.conf";
    private static final String PARTITIONS = "partitions.conf";

    private final List<OpensmProcess> processes;
    private final OpensmPlaces places;
    private final Fact<String> scratch;
    private final OpensmFilesRead files;
    private final OpensmFolders folders;

    EsxiOpensm(
            List<OpensmProcess> processes,
            OpensmPlaces places,
            Fact<String> scratch,
            OpensmFilesRead files,
            List<AdapterPort> ports) {
        this.processes = processes;
        this.places = places;
        this.scratch = scratch;
        this.files = files;
        this.folders = new OpensmFolders(places.folders(), ports);
    }

    OpensmObserved observed() {
        Map<String, OpensmProcess> running = folders.running(processes);
        List<OpensmProcess> homeless = processes.stream()
                .filter(process -> !running.containsValue(process))
                .toList();
        List<OpensmInstance> instances = new ArrayList<>();
        places.folders().forEach(folder -> instances.add(ofFolder(folder, Optional.ofNullable(running.get(folder)))));
        homeless.forEach(process -> instances.add(homeless(process)));
        return new OpensmObserved(launcher(), instances, version(), doubts(homeless));
    }

    /** Whether an init script is started with the host is not told; what local.sh names is. */
    private OpensmLauncher launcher() {
        return new OpensmLauncher(
                OpensmLauncher.Kind.ESXI_VIB,
                Optional.empty(),
                List.of(),
                places.local()
                        ? Fact.known(true)
                        : Fact.unreadable("ESXi does not tell what its init scripts start with the host"),
                Optional.empty(),
                places.scripts().stream().findFirst());
    }

    private Fact<String> version() {
        return places.versions().size() == 1
                ? Fact.known(places.versions().getFirst())
                : Fact.unreadable(
                        places.versions().isEmpty()
                                ? "the program does not tell it"
                                : "several are installed: " + String.join(", ", places.versions()));
    }

    private OpensmInstance ofFolder(String folder, Optional<OpensmProcess> process) {
        Optional<String> named = process.flatMap(p -> p.arguments().config());
        String inFolder = folder + "/" + CONF;
        FileObserved conf = named.map(path -> named(path, CONF))
                .orElseGet(() -> files.isThere(inFolder)
                        ? files.get(inFolder)
                        : untold(CONF, "its launcher is not known to read one"));
        FileObserved partitions =
                partitions(process, conf, named.isPresent()).orElseGet(() -> files.listed(folder + "/" + PARTITIONS));
        return new OpensmInstance(
                conf, partitions, process, Optional.empty(), port(process).or(() -> folders.port(folder)), true);
    }

    /** The partition file that the command line or the conf names; nothing where they do not. */
    private Optional<FileObserved> partitions(Optional<OpensmProcess> process, FileObserved conf, boolean named) {
        Optional<String> given = process.flatMap(p -> p.arguments().partitionConfig());
        if (given.isPresent()) {
            return given.map(path -> named(path, PARTITIONS));
        }
        return switch (conf.content()) {
            case Fact.Known<Bytes> known ->
                OpensmConf.parse(conf.path(), known.value().latin1())
                        .last("partition_config_file")
                        .map(located -> located.value())
                        .filter(path -> !path.isEmpty() && !path.equals("(null)"))
                        .map(path -> named(path, PARTITIONS));
            case Fact.Absent<Bytes> ignored -> Optional.empty();
            case Fact.Unreadable<Bytes> unreadable ->
                named || conf.path().startsWith("/")
                        ? Optional.of(untold(
                                PARTITIONS,
                                CONF + ", which may name another file, cannot be read: " + unreadable.because()))
                        : Optional.empty();
        };
    }

    /** A process that fits no folder: only what it names itself is known. */
    private OpensmInstance homeless(OpensmProcess process) {
        String why = "which folder process %d uses cannot be told".formatted(process.pid());
        Optional<String> named = process.arguments().config();
        FileObserved conf = named.map(path -> named(path, CONF)).orElseGet(() -> untold(CONF, why));
        return new OpensmInstance(
                conf,
                partitions(Optional.of(process), conf, named.isPresent()).orElseGet(() -> untold(PARTITIONS, why)),
                Optional.of(process),
                Optional.empty(),
                port(Optional.of(process)),
                false);
    }

    private FileObserved named(String path, String what) {
        return path.startsWith("/")
                ? files.get(path.replaceAll("/(\\./)+", "/").replaceAll("/{2,}", "/"))
                : untold(what, path + " is relative to a folder that cannot be told");
    }

    private static FileObserved untold(String path, String why) {
        return new FileObserved(path, Fact.unreadable(why), 0);
    }

    /** {@code -g}; 0 is the first Active port. */
    private static Optional<PortGuid> port(Optional<OpensmProcess> process) {
        return process.flatMap(p -> p.arguments().guid()).flatMap(OpensmFolders::guid);
    }

    private List<String> doubts(List<OpensmProcess> homeless) {
        List<String> doubts = new ArrayList<>();
        if (!places.installed()) {
            doubts.add("there is no /opt/opensm: the VIB that has made %s is not installed"
                    .formatted(places.kept() ? OpensmPlaces.SCRATCH : "this OpenSM run"));
        }
        if (places.folders().isEmpty()) {
            doubts.add(OpensmPlaces.SCRATCH + " has no folder: they are made when OpenSM first runs");
        }
        homeless.forEach(process -> doubts.add("process %d (%s) fits none of the folders under %s"
                .formatted(process.pid(), process.arguments().all().getFirst(), OpensmPlaces.SCRATCH)));
        if (places.scripts().size() > 1) {
            doubts.add("several init scripts name OpenSM: " + String.join(", ", places.scripts()));
        }
        if (places.installed() && places.scripts().isEmpty() && !places.local()) {
            doubts.add("no init script names OpenSM: what starts it is not known");
        }
        scratchDoubt().ifPresent(doubts::add);
        return List.copyOf(doubts);
    }

    private Optional<String> scratchDoubt() {
        return switch (EsxiObserved.keeps(scratch)) {
            case Fact.Known<Boolean> known ->
                known.value()
                        ? Optional.empty()
                        : Optional.of(
                                "/scratch is not persistent (%s): its files are gone with the next start of the host"
                                        .formatted(scratch.ifKnown().orElse("")));
            case Fact.Absent<Boolean> ignored -> Optional.of("there is no /scratch");
            case Fact.Unreadable<Boolean> unreadable ->
                Optional.of("whether /scratch is persistent cannot be told: " + unreadable.because());
        };
    }
}
