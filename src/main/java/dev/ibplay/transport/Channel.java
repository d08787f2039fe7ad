package dev.ibplay.transport;

import dev.ibplay.exec.CommandEnd;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

/**
 * A running command's three streams. Both input streams must be drained by the owner; reads end with an
 * {@link java.io.IOException} when the connection is lost.
 */
public interface Channel extends AutoCloseable {
    OutputStream stdin();

    InputStream stdout();

    InputStream stderr();

    /** Waits for the end of the command. */
    CommandEnd waitFor(Duration timeLimit) throws TransportException;

    @Override
    void close();
}
