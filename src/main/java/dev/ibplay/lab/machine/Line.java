package dev.ibplay.lab.machine;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** One line of what a program prints. */
public final class Line {
    private Line() {}

    public static void write(OutputStream out, String text) throws IOException {
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
