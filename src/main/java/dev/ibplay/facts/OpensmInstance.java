package dev.ibplay.facts;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.opensm.OpensmConf;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One OpenSM of a host: its files, its process and what starts it.
 *
 * @param conf unreadable where it cannot be told which file it is; its path is then no absolute one
 * @param partitions the same; unreadable, too, where the conf that may name it cannot be read
 * @param process empty where it does not run
 * @param unit the systemd unit that runs the process, or would start one
 * @param port the port that it is told to run on; empty where it takes the first Active one
 * @param launched whether the host's launcher starts it; else it has a unit of its own, or was started by hand
 * @param copies partition files that say the same as {@code partitions}: ESXi's OpenSM has one in each of its folders
 * @param service the Windows service that runs it
 */
public record OpensmInstance(
        FileObserved conf,
        FileObserved partitions,
        Optional<OpensmProcess> process,
        Optional<String> unit,
        Optional<PortGuid> port,
        boolean launched,
        List<FileObserved> copies,
        Optional<WindowsServiceObserved> service) {
    public OpensmInstance {
        copies = List.copyOf(copies);
    }

    /** One that is no Windows service. */
    public OpensmInstance(
            FileObserved conf,
            FileObserved partitions,
            Optional<OpensmProcess> process,
            Optional<String> unit,
            Optional<PortGuid> port,
            boolean launched,
            List<FileObserved> copies) {
        this(conf, partitions, process, unit, port, launched, copies, Optional.empty());
    }

    /** Whether it is started with the host: as its own service says, or else its launcher. */
    public Fact<Boolean> startsWithHost(OpensmLauncher launcher) {
        return service.map(WindowsServiceObserved::startsWithHost).orElseGet(launcher::enabled);
    }

    /** One with a single partition file. */
    public OpensmInstance(
            FileObserved conf,
            FileObserved partitions,
            Optional<OpensmProcess> process,
            Optional<String> unit,
            Optional<PortGuid> port,
            boolean launched) {
        this(conf, partitions, process, unit, port, launched, List.of());
    }

    /** One that the launcher starts. */
    public OpensmInstance(
            FileObserved conf,
            FileObserved partitions,
            Optional<OpensmProcess> process,
            Optional<String> unit,
            Optional<PortGuid> port) {
        this(conf, partitions, process, unit, port, unit.isPresent());
    }

    /** Seconds between two light sweeps, as opensm.conf says or OpenSM assumes; 0 for none. Nothing where the file is not known. */
    public OptionalLong sweepInterval() {
        return switch (conf.content()) {
            case Fact.Known<Bytes> known ->
                OptionalLong.of(sweepInterval(known.value().latin1()));
            case Fact.Absent<Bytes> ignored -> OptionalLong.of(sweepInterval(""));
            case Fact.Unreadable<Bytes> ignored -> OptionalLong.empty();
        };
    }

    private long sweepInterval(String text) {
        return OpensmConf.parse(conf.path(), text).number("sweep_interval").value();
    }

    /** The priority that its file gives, 0..15; OpenSM's default where there is no file. */
    public Fact<Integer> filePriority() {
        return switch (conf.content()) {
            case Fact.Known<Bytes> known ->
                Fact.known(OpensmConf.parse(conf.path(), known.value().latin1())
                        .priority()
                        .value());
            case Fact.Absent<Bytes> ignored -> Fact.known(OpensmConf.DEFAULT_PRIORITY);
            case Fact.Unreadable<Bytes> unreadable -> Fact.unreadable(unreadable.because());
        };
    }
}
