package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Errno;

/** Writes files as open(2) with O_CREAT does for a user with an umask. */
final class NewFile {
    private static final int MODE = 0666;

    private NewFile() {}

    static void put(ToolCall call, String path, byte[] content, boolean append) throws Errno {
        Bytes bytes = Bytes.of(content);
        if (append && call.disk().exists(path)) {
            call.disk().append(path, bytes, MODE);
        } else {
            call.write(path, bytes, MODE);
        }
    }
}
