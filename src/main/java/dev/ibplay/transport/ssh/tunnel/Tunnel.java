package dev.ibplay.transport.ssh.tunnel;

import java.io.IOException;
import java.util.Optional;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.Buffer;

/** What carries the bytes of one SSH session in place of a TCP connection. */
public interface Tunnel {
    /** How the connector finds it: in the context that a connection is made with. */
    AttributeKey<Tunnel> KEY = new AttributeKey<>();

    /** Whoever takes what comes out. Calls come one at a time, in order, and may take their time: the far end waits. */
    interface Receiver {
        void received(byte[] data);

        /** No more will come. */
        void ended();
    }

    /** Called once, before anything is written. */
    void start(Receiver receiver);

    /** Sends bytes after all earlier ones; the buffer must stay as it is until the future is done. */
    IoWriteFuture write(Buffer buffer) throws IOException;

    /** Ends it in both directions, and what carries it if that is there for this tunnel alone. Does not wait. */
    void close();

    /** What is known of why it ended, for messages. */
    Optional<String> trouble();
}
