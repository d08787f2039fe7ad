package dev.ibplay.transport.ssh;

/** By what way the SSH server of a host is reached. */
public sealed interface SshRoute {
    /** By a TCP connection from here. */
    record Direct() implements SshRoute {}

    /** By a channel of the connection to a jump host, which all hosts behind it share. */
    record Through(SshTarget jump) implements SshRoute {}

    /**
     * By the standard streams of a command that runs here for this host alone.
     *
     * @param shell the path of the shell that gets the line
     */
    record Command(String shell, String line) implements SshRoute {}
}
