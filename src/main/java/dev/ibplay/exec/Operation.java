package dev.ibplay.exec;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One thing to do on a host. A far end answers each operation of a batch with one {@link Outcome}, in order; an operation
 * that fails does not stop the ones behind it unless {@link Batch#stopAtFailure} says so.
 */
public sealed interface Operation {

    /** Runs a program without a shell, with standard input from {@code stdin}, {@code LC_ALL=C} and {@code /} as folder. */
    record RunCommand(List<String> arguments, Bytes stdin, Duration timeLimit) implements Operation {
        public RunCommand {
            arguments = List.copyOf(arguments);
            if (arguments.isEmpty()) {
                throw new IllegalArgumentException("a command needs a program");
            }
        }

        public static RunCommand of(Duration timeLimit, String... arguments) {
            return new RunCommand(List.of(arguments), Bytes.EMPTY, timeLimit);
        }
    }

    /**
     * Reads a file or a sysfs attribute, following symbolic links.
     *
     * @param limit in bytes; larger files are an {@link Outcome.OperationFailed} (EFBIG), in bytes
     */
    record ReadFile(String path, int limit) implements Operation {
        public static final int DEFAULT_LIMIT = 4 << 20;

        public static ReadFile of(String path) {
            return new ReadFile(path, DEFAULT_LIMIT);
        }
    }

    /**
     * Reads every regular file (or attribute) that a shell pattern matches, and tells what could not be looked at; one over
     * {@code limit} bytes is EFBIG for all.
     */
    record ReadMatching(String pattern, int limit) implements Operation {}

    /** Finds what a symbolic link points to, resolved to an absolute path without links; absent when nothing is there. */
    record ResolvePath(String path) implements Operation {}

    /** Lists the processes whose {@code comm} (the kernel's name of at most 15 bytes) is one of {@code names}. */
    record ListProcesses(Set<String> names) implements Operation {
        public ListProcesses {
            names = Set.copyOf(names);
        }
    }

    /**
     * Replaces a file as a whole: a temporary file in the same directory, owner, mode and SELinux context kept, fsync,
     * rename, fsync of the directory. A symbolic link is followed: its target is replaced. Refused with
     * {@link Outcome.Moved} when the file does not hold {@code expected} any more.
     *
     * @param expected the content that the plan rests on; empty when the file must not exist
     * @param mode permission bits of a file that is created; an existing one keeps its own
     */
    record ReplaceFile(String path, Optional<Bytes> expected, Bytes content, int mode) implements Operation {}

    /** Removes a file that still holds {@code expected}, else {@link Outcome.Moved}. */
    record RemoveFile(String path, Bytes expected) implements Operation {}

    /** Writes a sysfs or procfs attribute in one write, without creating, truncating or replacing anything. */
    record WriteAttribute(String path, Bytes value) implements Operation {}

    /**
     * Sets the MTU of a network interface by rtnetlink.
     *
     * @param bytes 68..65535; the kernel's own limits decide
     */
    record SetLinkMtu(String interfaceName, int bytes) implements Operation {}

    /**
     * Sends a signal to a process if it is still the one that was seen: same start time.
     *
     * @param startTicks the process's start time in clock ticks after boot, field 22 of {@code /proc/PID/stat}
     */
    record SendSignal(int pid, long startTicks, Signal signal) implements Operation {}

    /** Asks one subnet management attribute of a port (IBA vol. 1, chapter 14). */
    record SubnetQuery(
            MadPort from, SmpAddress to, int attributeId, long attributeModifier, MadKey mKey, MadTiming timing)
            implements Operation {}

    /**
     * Asks the subnet administration for all records of one kind that match (SubnAdmGetTable; IBA vol. 1, chapter 15).
     *
     * @param saKey the SM_Key of a trusted question, which sees all records
     */
    record AdministrationQuery(
            MadPort from, int attributeId, long componentMask, Bytes record, MadKey saKey, MadTiming timing)
            implements Operation {}

    /**
     * Finds all nodes and ports that can be reached from a port, by directed routes with several packets under way:
     * NodeInfo, NodeDescription, SwitchInfo of switches and PortInfo of every port, and Mellanox's ExtendedPortInfo where
     * FDR10 may hide behind QDR. Answers with {@link Outcome.FabricDiscovered}.
     *
     * @param outstanding how many packets may be under way at a time, 1..255
     * @param details asks also for the P_Key tables of ports that carry traffic of their own (adapters', routers' and a
     *     switch's port 0) and for SMInfo where the port's capabilities say that a subnet manager runs
     */
    record DiscoverFabric(MadPort from, MadKey mKey, MadTiming timing, int outstanding, boolean details)
            implements Operation {
        public static final int DEFAULT_OUTSTANDING = 16;

        public DiscoverFabric {
            if (outstanding < 1 || outstanding > 255) {
                throw new IllegalArgumentException("1 to 255 packets may be under way, not " + outstanding);
            }
        }
    }

    /**
     * Takes the host's lock for as long as this session lives; it goes with the session, however that ends. Who holds it
     * already is told by {@link Outcome.Held}; a lock whose holder is gone (its process does not live, or the host was
     * started anew) is taken over, and so is one with the same {@code run}.
     *
     * @param path of the lock; the folder is made when it is missing, for its owner only
     * @param run the run's name, one word
     * @param owner one line for people: who, from where
     */
    record TakeLock(String path, String run, String owner) implements Operation {
        public TakeLock {
            if (!run.matches("[!-~]+") || owner.matches("(?s).*[\\n\\r\\x00].*")) {
                throw new IllegalArgumentException("a run's name is one word, its owner one line");
            }
        }
    }

    /**
     * Prepares a change that undoes itself unless it is confirmed in time. {@code commit} holds replacements and removals of
     * files: their preconditions are checked and the new contents are written beside their targets (as
     * {@code .NAME.ibplay-staged}) and made durable, but get their names only with {@link ConfirmGuard}. Then a process of its own is started, outside the session and its control
     * group, which waits for {@code window} on the clock that never goes back, and carries out {@code undo} in order when the
     * time is over. Answers {@link Outcome.Done} when that process waits, and {@link Outcome.Moved} when a precondition does not
     * hold; unless it is done nothing is left behind but empty parents of the folder.
     *
     * <p>The folder holds, readable as text: {@code record} as given; {@code state}, one of {@code armed}, {@code confirming},
     * {@code confirmed}, {@code undoing}, {@code undone}, {@code failed}; {@code process}: number, start time in clock ticks
     * and the boot's id; {@code deadline}: seconds after boot; {@code reason}: one line, once it undoes; {@code log}: one line
     * for each thing that was done and how it went. The folder stays when the guard is over. A host that is started anew has its old files and, since running values are gone, its old state.
     *
     * @param folder of this guard, which must not exist yet; its parents are made, for their owner only
     * @param record what a later run is to know of it; opaque to the far end
     * @param commit {@link ReplaceFile} and {@link RemoveFile} only
     * @param undo operations that change something; each is tried, whatever became of the one before
     */
    record ArmGuard(String folder, Bytes record, Duration window, List<Operation> commit, List<Operation> undo)
            implements Operation {
        public ArmGuard {
            commit = List.copyOf(commit);
            undo = List.copyOf(undo);
            if (!commit.stream().allMatch(ArmGuard::isFile) || !undo.stream().allMatch(ArmGuard::isChange)) {
                throw new IllegalArgumentException(
                        "a guard commits files, and undoes with operations that change something");
            }
        }

        private static boolean isFile(Operation operation) {
            return operation instanceof ReplaceFile || operation instanceof RemoveFile;
        }

        private static boolean isChange(Operation operation) {
            return isFile(operation)
                    || operation instanceof RunCommand
                    || operation instanceof WriteAttribute
                    || operation instanceof SetLinkMtu
                    || operation instanceof SendSignal;
        }
    }

    /**
     * Lets a guard wait for {@code window} from now on: {@link Outcome.Done} means that it will not fire before.
     * {@link Outcome.Moved} names the state, and the reason, of one that waits no more. A guard that should wait but whose
     * process does not run, for example since the host was started anew, is {@link Outcome.OperationFailed} (ESRCH); so it is
     * for {@link ConfirmGuard} and {@link FireGuard}. No guard at all is ENOENT.
     */
    record RenewGuard(String folder, Duration window) implements Operation {}

    /**
     * Gives the new files their names and ends the guard: {@link Outcome.Done}, also when that had been done before. When a
     * file has changed meanwhile, or one cannot get its name, the guard undoes everything: {@link Outcome.Moved} with the
     * reason. A guard that had fired already is {@link Outcome.Moved} too.
     */
    record ConfirmGuard(String folder) implements Operation {}

    /**
     * Has a guard undo its change now, and waits for that. {@link Outcome.Done} when all of it is undone, also when it had
     * been before; {@link Outcome.OperationFailed} (EIO) when a part of the undo failed; {@link Outcome.Moved} when it was
     * confirmed.
     */
    record FireGuard(String folder) implements Operation {}

    /**
     * Sends ICMP echo requests that may not be fragmented and waits for an answer (RFC 792; RFC 4443 for IPv6):
     * {@link Outcome.Done}, or {@link Outcome.NoAnswer} to any of them. A packet that is too large for the interface or for a
     * router that says so is {@link Outcome.OperationFailed} (EMSGSIZE). A shell uses the host's {@code ping}; one that
     * cannot forbid fragments is ENOSYS.
     *
     * @param interfaceName that the packets leave through; empty for the one that the routes say
     * @param address IPv4 or IPv6, in digits
     * @param bytes size of the whole IP packet, at most 65535: an interface's MTU proves that MTU
     * @param tries at least one
     * @param timeout for each of them
     */
    record Ping(String interfaceName, String address, int bytes, int tries, Duration timeout) implements Operation {}
}
