package dev.ibplay.lab.windows;

import dev.ibplay.lab.machine.Invocation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;

/** What a program says: lines of the host's OEM code page. */
record Console(Invocation call, Charset charset) {
    void say(String... lines) throws IOException {
        print(call.stdout(), lines);
    }

    void complain(String... lines) throws IOException {
        print(call.stderr(), lines);
    }

    private void print(OutputStream out, String... lines) throws IOException {
        for (String line : lines) {
            out.write((line + "\r\n").getBytes(charset));
        }
        out.flush();
    }
}
