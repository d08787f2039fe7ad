package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import java.io.IOException;
import java.io.InputStream;

/** {@code cat} and {@code tee}. */
final class Cat {
    private static final int CHUNK = 32 << 10;

    private Cat() {}

    static int cat(ToolCall call) throws ToolFailure, IOException {
        int status = 0;
        for (String operand : Options.of(call.arguments(), "u").operandsOr("-")) {
            InputStream in;
            try {
                in = call.open(operand);
            } catch (Errno error) {
                status = call.say(1, operand + ": " + error.text());
                continue;
            }
            byte[] chunk = new byte[CHUNK];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                call.write(chunk, count);
                call.flush();
            }
        }
        return status;
    }

    static int tee(ToolCall call) throws ToolFailure, IOException {
        Options options = Options.of(call.arguments(), "ai");
        byte[] all = call.stdin().readAllBytes();
        call.write(all);
        int status = 0;
        for (String operand : options.operands()) {
            try {
                NewFile.put(call, call.path(operand), all, options.has('a'));
            } catch (Errno error) {
                status = call.say(1, operand + ": " + error.text());
            }
        }
        return status;
    }
}
