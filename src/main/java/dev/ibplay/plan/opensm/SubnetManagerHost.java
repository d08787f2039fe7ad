package dev.ibplay.plan.opensm;

import dev.ibplay.diag.Located;
import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.OpensmInstance;
import dev.ibplay.facts.OpensmLauncher;
import dev.ibplay.facts.OpensmObserved;
import dev.ibplay.facts.OpensmProcess;
import dev.ibplay.facts.WindowsServiceObserved;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import dev.ibplay.opensm.OpensmConf;
import dev.ibplay.resource.SubnetManager;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A host whose OpenSM the playbook manages, with all that is known of it.
 *
 * @param port the port that its OpenSM runs on, or would
 * @param info what a query of that port says; empty where no subnet manager answers there
 * @param commands of one that is configured by them, and has no files
 */
public record SubnetManagerHost(
        String host,
        boolean changeable,
        SubnetManager wanted,
        OpensmObserved installed,
        OpensmInstance opensm,
        OpensmFiles files,
        FabricFacts fabric,
        PortGuid port,
        Optional<SmInfo> info,
        Optional<ManagerCommands> commands) {

    /** The start of a process is counted from a boot time that is known to the second only. */
    private static final long CLOCK_TOLERANCE_SECONDS = 2;

    /** One that is configured by files. */
    public SubnetManagerHost(
            String host,
            boolean changeable,
            SubnetManager wanted,
            OpensmObserved installed,
            OpensmInstance opensm,
            OpensmFiles files,
            FabricFacts fabric,
            PortGuid port,
            Optional<SmInfo> info) {
        this(host, changeable, wanted, installed, opensm, files, fabric, port, info, Optional.empty());
    }

    /** The same with other files. */
    SubnetManagerHost withFiles(OpensmFiles others) {
        return new SubnetManagerHost(host, changeable, wanted, installed, opensm, others, fabric, port, info, commands);
    }

    Optional<OpensmProcess> process() {
        return opensm.process();
    }

    /** Whether it runs; on ESXi, whose ps does not show every process, also where the fabric says so. */
    boolean runs() {
        boolean answers = info.filter(i -> i.state() != SmState.NOT_ACTIVE).isPresent();
        return commands.map(c -> c.runs().ifKnown().orElse(answers))
                .orElseGet(() -> process().isPresent()
                        || (isEsxi() && answers)
                        || opensm.service().filter(WindowsServiceObserved::runs).isPresent());
    }

    /** Whether there is a way to make it read its files again: none for a process on Windows that is no service. */
    boolean takesHup() {
        return opensm.service().isPresent()
                || process().filter(p -> isEsxi() || p.startTicks() > 0).isPresent();
    }

    /** Whether no file is known that it takes its options from. */
    boolean hasNoConf() {
        return isEsxi() ? !VerifyOnly.hasConf(opensm) : ServiceOverride.isUntold(opensm, opensm.conf());
    }

    /** Whether anything of its configuration changes. */
    boolean isConfigured() {
        return !files.changes().isEmpty()
                || files.commandLine().isPresent()
                || commands.filter(c -> !c.changes().isEmpty()).isPresent();
    }

    boolean changesPartitions() {
        return files.changesPartitions()
                || commands.filter(ManagerCommands::changesPartitions).isPresent();
    }

    /** Where its fabric is locked for it: a host that has files. */
    String lockedAt() {
        return commands.isPresent() ? fabric.vantageHost() : host;
    }

    boolean isEsxi() {
        return installed.launcher().kind() == OpensmLauncher.Kind.ESXI_VIB;
    }

    /** Whether nothing on its host is known that gives it a new process: then only a start of the host does. */
    boolean waitsForReboot() {
        return isEsxi() && SmRestart.restart(installed, opensm).isEmpty();
    }

    /** Whether the plan starts it. */
    boolean isStarted() {
        return changeable && !runs() && wantsToRun(true);
    }

    /** Whether the plan stops it. */
    boolean isStopped() {
        return changeable && runs() && wantsToRun(false);
    }

    private boolean wantsToRun(boolean runs) {
        return wanted.enabled().map(Located::value).equals(Optional.of(runs));
    }

    /** What the plan changes of whether its launcher starts it with the host; nothing where that is right or not known. */
    Optional<Boolean> bootChange() {
        return wanted.enabled()
                .map(Located::value)
                .filter(e -> changeable && opensm.launched())
                .filter(e ->
                        opensm.startsWithHost(installed.launcher()).ifKnown().equals(Optional.of(!e)));
    }

    /** Whether the playbook says that it is not to run. */
    boolean isUnwanted() {
        return wantsToRun(false);
    }

    /** Whether it runs when the plan is done. */
    boolean runsThen() {
        return isStarted() || (runs() && !isStopped());
    }

    /**
     * The priority that it will have when the plan is done: the desired one if it may be set, else what it has, else what its
     * file says. None of one that is stopped, until when it may have any.
     */
    Optional<Integer> comingPriority() {
        if (isStopped()) {
            return Optional.empty();
        }
        Optional<Integer> desired =
                wanted.priority().filter(p -> changeable).map(Located::value).or(() -> info.map(SmInfo::priority));
        return runsThen() ? desired.or(() -> Optional.of(configuredPriority())) : desired;
    }

    private int configuredPriority() {
        return commands.map(c -> c.priority().orElse(0)).orElseGet(() -> files.priority(opensm));
    }

    /** Its opensm.conf when the plan is done. */
    OpensmConf comingConf() {
        return changeable ? files.conf(opensm) : OpensmFiles.confNow(opensm);
    }

    /** It in the election that follows the plan; 0 where its priority is not known. */
    Candidate candidate() {
        return new Candidate(comingPriority().orElse(0), port);
    }

    /** Whether its priority goes down; such changes come first, so that no two managers contend for the top. */
    boolean isLowered() {
        return info.isPresent()
                && wanted.priority().map(p -> p.value() < info.get().priority()).orElse(false);
    }

    /**
     * Whether its process may hold groups that its file no longer describes: it keeps what it finds by MGID
     * (osm_sa_mcmember_record.c), from a time as master.
     */
    boolean mayRememberOldGroups() {
        return !isMaster()
                && process()
                        .filter(p ->
                                p.isStartKnown() && p.startSeconds() + CLOCK_TOLERANCE_SECONDS < partitionsChanged())
                        .isPresent();
    }

    /** Whether nobody can tell that of a standby: its host does not say when the process was started. */
    boolean isMemoryUnknown() {
        return !isMaster()
                && runs()
                && !isStartKnown()
                && partitionFiles().anyMatch(file -> file.content() instanceof Fact.Known<Bytes>);
    }

    /** Whether its host tells when its process was started. */
    boolean isStartKnown() {
        return process().filter(OpensmProcess::isStartKnown).isPresent();
    }

    private long partitionsChanged() {
        return partitionFiles().mapToLong(FileObserved::modifiedSeconds).max().orElse(0);
    }

    private Stream<FileObserved> partitionFiles() {
        return Stream.concat(Stream.of(opensm.partitions()), opensm.copies().stream());
    }

    boolean isMaster() {
        return fabric.masters().equals(List.of(port));
    }
}
