package dev.ibplay.transport;

import java.util.function.UnaryOperator;

/** Changes each command line before it is run: a login with start-up files of its own, or as another user. */
record RewritingConnection(Connection inner, UnaryOperator<String> rewrite) implements Connection {
    @Override
    public Channel start(String commandLine) throws TransportException {
        return inner.start(rewrite.apply(commandLine));
    }

    @Override
    public boolean isLocal() {
        return inner.isLocal();
    }

    @Override
    public void close() {
        inner.close();
    }
}
