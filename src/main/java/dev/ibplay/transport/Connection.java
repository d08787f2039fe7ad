package dev.ibplay.transport;

/** A way to start commands on one host. What a command line means is the remote login shell's business. */
public interface Connection extends AutoCloseable {
    /** Starts a command line; returns as soon as the host has accepted it. */
    Channel start(String commandLine) throws TransportException;

    /** Whether this is the control node itself, reached without a network. */
    boolean isLocal();

    /** How the SSH server names itself, for example {@code SSH-2.0-OpenSSH_9.2p1}; empty where there is none. */
    default String identification() {
        return "";
    }

    @Override
    void close();
}
