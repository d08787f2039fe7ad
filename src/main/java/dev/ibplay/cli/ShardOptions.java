package dev.ibplay.cli;

import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Shard;
import dev.ibplay.resource.DesiredHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A run as one of several that share the hosts of a job. */
final class ShardOptions {
    private static final String SHARD = "--shard";
    private static final String FOLDER = "--shards";
    /** How long others of a job are waited for that have not begun. */
    static final int DEFAULT_WAIT_SECONDS = 1800;

    @Option(
            names = SHARD,
            paramLabel = "K/N",
            description =
                    "Change only the K-th of N parts of the hosts; other controllers have the others. Subnet managers are"
                            + " changed by the first.")
    private @Nullable String shard;

    @Option(
            names = FOLDER,
            paramLabel = "DIR",
            description = "A folder that all parts of one job see, and in which they meet; a new one for each job.")
    private @Nullable Path folder;

    @Option(
            names = "--shard-wait",
            paramLabel = "SECONDS",
            defaultValue = "" + DEFAULT_WAIT_SECONDS,
            description = "How long to wait for parts of the job that have not begun (default: ${DEFAULT-VALUE}).")
    private int waitSeconds = DEFAULT_WAIT_SECONDS;

    /** Whether they go together, and with the run; says why not. */
    boolean areRight(Console console, RunMode mode, boolean asksBeforeBatches) {
        if (shard == null) {
            return folder == null
                    || refuse(
                            console,
                            FOLDER + " is for one of several parts of a job, and there is no " + SHARD,
                            SHARD + " 1/1 is a job of one part");
        }
        if (Shard.parse(shard).isEmpty()) {
            return refuse(
                    console,
                    "%s takes K/N with 1 <= K <= N <= %d, not \"%s\"".formatted(SHARD, Shard.MOST, shard),
                    SHARD + " 3/8 is the third part of eight");
        }
        if (waitSeconds < 0) {
            return refuse(console, "--shard-wait takes seconds", "--shard-wait 600");
        }
        if (!mode.applies() || !shard().hasOthers()) {
            return true;
        }
        if (folder == null) {
            return refuse(
                    console,
                    "the parts of a job that changes hosts have to meet, and there is no " + FOLDER,
                    "give all of them one new folder that all of them see: %s DIR".formatted(FOLDER));
        }
        if (mode == RunMode.ASK_AND_APPLY || asksBeforeBatches) {
            return refuse(
                    console,
                    "a part of a job cannot ask before it applies: the others would wait",
                    "look at it with ibplay check, then give --yes, without --step");
        }
        return true;
    }

    private static boolean refuse(Console console, String why, String hint) {
        console.say("ibplay: " + why);
        console.say("  hint: " + hint);
        return false;
    }

    /** Which part this is; the whole where nothing is said. */
    Shard shard() {
        return Optional.ofNullable(shard).flatMap(Shard::parse).orElse(Shard.ONLY);
    }

    boolean hasFolder() {
        return folder != null;
    }

    Path folder() {
        return Optional.ofNullable(folder).orElse(Path.of(""));
    }

    Duration longestWait() {
        return Duration.ofSeconds(waitSeconds);
    }

    /** Says how much of the job this is. */
    void tell(Console console, DesiredState job, DesiredState own) {
        if (shard != null) {
            console.say("shard %s: %d of the %d hosts of the job%s"
                    .formatted(
                            shard(),
                            changeable(own),
                            changeable(job),
                            shard().isFirst() ? "" : "; shard 1 changes the subnet managers"));
        }
    }

    private static long changeable(DesiredState state) {
        return state.hosts().stream().filter(DesiredHost::changeable).count();
    }
}
