package dev.ibplay.transport;

/** A connection that can also start the login's own shell on a terminal, as a person would use it. */
public interface TerminalConnection extends Connection {
    /**
     * Starts the login shell on a terminal that echoes; returns as soon as the host has opened it. Both output streams of the
     * host come by {@link Channel#stdout}.
     *
     * @param columns of the terminal; wide ones keep a shell from breaking lines
     * @param rows of the terminal; many keep a pager from stopping
     */
    Channel startTerminal(int columns, int rows) throws TransportException;
}
