package dev.ibplay.transport.conformance;

import dev.ibplay.exec.Bytes;
import dev.ibplay.transport.HostSession;
import java.io.IOException;
import java.util.List;

/** Where a far end runs, as a case sees it from beside: files and processes. Paths are absolute. */
public interface TestHost {
    /** Who a file belongs to. */
    record Owner(int uid, int gid) {}

    /** A program of its own name that does nothing for long. */
    interface Sleeper {
        int pid();

        /** In seconds since 1970. */
        long startedSeconds();

        boolean isAlive();

        /** Whether SIGTERM has ended it, soon. */
        boolean isTerminated() throws Exception;

        /** Ends it and waits for its end. */
        void kill();
    }

    /** Makes an empty folder for one case that belongs to a user. */
    String makeFolder(int uid) throws IOException;

    void deleteFolder(String folder) throws IOException;

    Bytes content(String path) throws IOException;

    /** Replaces the content in place; a new file has mode 0644. */
    void write(String path, Bytes content) throws IOException;

    void mkdir(String path) throws IOException;

    void symlink(String target, String path) throws IOException;

    /** Permission bits, of a link its own. */
    int mode(String path) throws IOException;

    void mode(String path, int mode) throws IOException;

    Owner owner(String path) throws IOException;

    void owner(String path, Owner owner) throws IOException;

    void modified(String path, long seconds) throws IOException;

    long inode(String path) throws IOException;

    /** Whether there is something behind all links. */
    boolean exists(String path);

    boolean isLink(String path);

    boolean isFolder(String path);

    /** What a folder holds, hidden files too, ordered. */
    List<String> names(String folder) throws IOException;

    String resolve(String path) throws IOException;

    /** Starts a copy of sleep(1) under a path. */
    Sleeper sleeper(String path, List<String> arguments) throws IOException;

    /** Whether a process runs, and is no zombie. */
    boolean lives(long pid);

    /** Sends SIGKILL. */
    void kill(long pid);

    /** Kills every process of a far end's session with SIGKILL, none of a guard's among them. */
    void killSession(HostSession session) throws Exception;

    Mounts mounts();

    /** Whether it is like ESXi: without start times of processes, and without a clock that all can read. */
    default boolean isVmkernel() {
        return false;
    }

    /** Whether a program can be run by its name. */
    boolean hasProgram(String name);
}
