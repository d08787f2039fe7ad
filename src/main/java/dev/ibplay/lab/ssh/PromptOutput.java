package dev.ibplay.lab.ssh;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A channel's output as a host's pipe is: what was written is on its way, whoever wrote it does not flush. */
final class PromptOutput extends FilterOutputStream {
    PromptOutput(OutputStream channel) {
        super(channel);
    }

    @Override
    public void write(int value) throws IOException {
        out.write(value);
        out.flush();
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        out.write(from, offset, length);
        out.flush();
    }
}
