package dev.ibplay.exec;

import java.util.List;

/** What became of one {@link Operation}. */
public sealed interface Outcome {

    /** The command was started; {@code end} says how it ended. */
    record CommandEnded(CommandEnd end, Bytes stdout, Bytes stderr) implements Outcome {
        /** Whether it ended by itself with status 0. */
        public boolean succeeded() {
            return end instanceof CommandEnd.Exited exited && exited.status() == 0;
        }
    }

    /**
     * A file's content and what a replacement keeps.
     *
     * @param mode permission bits, for example 0644
     * @param modifiedSeconds last modification, in seconds since 1970
     */
    record FileContent(Bytes content, int mode, long uid, long gid, long modifiedSeconds) implements Outcome {}

    /** There is no such file: the path, or a folder of it, does not exist. */
    record FileAbsent() implements Outcome {}

    /**
     * What a pattern matched.
     *
     * @param files those that could be read, in the order of their names; a character device, such as /dev/null behind a
     *     link, is one without content
     * @param unread what the pattern leads to and could not be looked at: files, and folders that may hold more of them.
     *     Windows tells none
     */
    record FilesFound(List<NamedFile> files, List<Unread> unread) implements Outcome {
        public FilesFound {
            files = List.copyOf(files);
            unread = List.copyOf(unread);
        }

        /** Where all could be looked at. */
        public FilesFound(List<NamedFile> files) {
            this(files, List.of());
        }
    }

    record NamedFile(String path, Bytes content) {}

    /** A file or folder that could not be looked at, and why. */
    record Unread(String path, OperationFailed why) {}

    /** The absolute path without links. */
    record PathResolved(String path) implements Outcome {}

    record ProcessesFound(List<ProcessEntry> processes) implements Outcome {
        public ProcessesFound {
            processes = List.copyOf(processes);
        }
    }

    /**
     * One process.
     *
     * @param startTicks field 22 of {@code /proc/PID/stat}: clock ticks after boot; 0 on ESXi, where no start is told
     * @param startSeconds the same in seconds since 1970, from {@code btime} of {@code /proc/stat}; 0 on ESXi
     */
    record ProcessEntry(int pid, String comm, List<String> arguments, long startTicks, long startSeconds) {
        public ProcessEntry {
            arguments = List.copyOf(arguments);
        }
    }

    /** The change was made. */
    record Done() implements Outcome {}

    /** The precondition does not hold: what the plan rests on has changed; nothing was done. */
    record Moved(String found) implements Outcome {}

    /**
     * Another run holds the host's lock.
     *
     * @param owner as that run described itself
     * @param seconds for how long
     */
    record Held(String run, String owner, long seconds) implements Outcome {}

    /** The answer to a {@link Operation.SubnetQuery}: the 64 data bytes of the packet. */
    record AttributeRead(Bytes data) implements Outcome {}

    /** The answer to an {@link Operation.AdministrationQuery}: the records, each of the size that the answer states. */
    record RecordsRead(List<Bytes> records) implements Outcome {
        public RecordsRead {
            records = List.copyOf(records);
        }
    }

    /**
     * What the ports of a fabric have answered to an {@link Operation.DiscoverFabric}, in the order of the answers.
     *
     * @param sent how many packets were sent, tries again included
     * @param complete whether all that was found was also asked; false when the far end's limits ended the search
     */
    record FabricDiscovered(List<Finding> findings, long sent, boolean complete) implements Outcome {
        public FabricDiscovered {
            findings = List.copyOf(findings);
        }
    }

    /**
     * One attribute of one port.
     *
     * @param route to its node
     * @param answer {@link AttributeRead}, {@link NoAnswer} or {@link ErrorStatus}
     */
    record Finding(SmpAddress.ByRoute route, int attributeId, long attributeModifier, Outcome answer) {}

    /** No answer within the time and tries given. */
    record NoAnswer() implements Outcome {}

    /** The addressed port answered with an error status (IBA vol. 1, 13.4.7; for the SA 15.4.1). */
    record ErrorStatus(int status) implements Outcome {}

    /**
     * It could not be done.
     *
     * @param errno the symbolic name, for example {@code ENOSPC}, or {@code EOTHER} where the far end knows only a text
     */
    record OperationFailed(String errno, String message) implements Outcome {}

    /** Not tried: an operation before it in a batch with {@link Batch#stopAtFailure} failed. */
    record Skipped() implements Outcome {}
}
