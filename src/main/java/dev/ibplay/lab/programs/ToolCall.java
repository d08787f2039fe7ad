package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** One run of a tool: its words, its files, and what it says. Text is bytes as ISO 8859-1; paths are Unicode. */
final class ToolCall {
    private static final int BROKEN_PIPE = 141;

    private final Invocation invocation;
    private final OutputStream out;

    private ToolCall(Invocation invocation) {
        this.invocation = invocation;
        out = new BufferedOutputStream(invocation.stdout());
    }

    /** A program that does what the tool does, and reports its failures. */
    static Program program(Tool tool) {
        return invocation -> run(tool, new ToolCall(invocation));
    }

    private static int run(Tool tool, ToolCall call) throws InterruptedException, IOException {
        try {
            int status = status(tool, call);
            call.flush();
            return status;
        } catch (InterruptedIOException killed) {
            throw new InterruptedException(killed.getMessage());
        } catch (Errno error) {
            if (error.name().equals("EPIPE")) {
                return BROKEN_PIPE;
            }
            return call.complain(
                    1, (error.subject().equals("write") ? "write error" : error.subject()) + ": " + error.text());
        }
    }

    private static int status(Tool tool, ToolCall call) throws InterruptedException, IOException {
        try {
            return tool.run(call);
        } catch (ToolFailure failure) {
            String message = String.valueOf(failure.getMessage());
            return message.isEmpty() ? failure.status() : call.say(failure.status(), message);
        }
    }

    Invocation invocation() {
        return invocation;
    }

    Disk disk() {
        return invocation.machine().disk();
    }

    long uid() {
        return invocation.process().uid();
    }

    /** The program's name without its folder. */
    String name() {
        String word = invocation.arguments().getFirst();
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /** Without the name, as bytes. */
    List<String> arguments() {
        return invocation.arguments().stream().skip(1).map(ByteText::bytes).toList();
    }

    /** An argument as the disk takes it. */
    String path(String argument) {
        String path = ByteText.unicode(argument);
        String folder = invocation.folder();
        return path.startsWith("/") ? path : folder.equals("/") ? "/" + path : folder + "/" + path;
    }

    /** What an operand's file holds; {@code -} is standard input. */
    InputStream open(String operand) throws IOException {
        if (operand.equals("-")) {
            return invocation.stdin();
        }
        if (operand.isEmpty()) {
            throw new Errno("ENOENT", operand);
        }
        String path = path(operand);
        Optional<InputStream> device = Devices.input(path);
        return device.isPresent()
                ? device.get()
                : new ByteArrayInputStream(disk().read(path).toArray());
    }

    /** Writes a file, which belongs to the user when it is new. */
    void write(String path, Bytes content, int mode) throws Errno {
        boolean there = disk().exists(path);
        disk().write(path, content, mode & ~invocation.process().umask());
        if (!there) {
            own(path);
        }
    }

    /** Gives what root has just made to the user. */
    void own(String path) throws Errno {
        if (uid() != 0) {
            disk().chown(path, uid(), uid());
        }
    }

    InputStream stdin() {
        return invocation.stdin();
    }

    void print(String latin1) throws IOException {
        write(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] bytes) throws IOException {
        write(bytes, bytes.length);
    }

    void write(byte[] bytes, int length) throws IOException {
        try {
            out.write(bytes, 0, length);
        } catch (Errno error) {
            throw new Errno(error.name(), "write");
        }
    }

    void flush() throws IOException {
        try {
            out.flush();
        } catch (Errno error) {
            throw new Errno(error.name(), "write");
        }
    }

    /** Says something on standard error behind the program's name, and gives the status back. */
    int say(int status, String message) {
        try {
            out.flush();
        } catch (IOException lost) {
            // It comes again with the program's own last flush, which reports it.
            return complain(status, message);
        }
        return complain(status, message);
    }

    private int complain(int status, String message) {
        try {
            sayPlain(name() + ": " + message + "\n");
        } catch (IOException nobodyListens) {
            return status;
        }
        return status;
    }

    void sayPlain(String text) throws IOException {
        invocation.stderr().write(text.getBytes(StandardCharsets.ISO_8859_1));
        invocation.stderr().flush();
    }

    /** For {@code cannot stat 'x': No such file or directory}. */
    static ToolFailure cannot(String what, String operand, Errno error) {
        return new ToolFailure(what + " '" + operand + "': " + error.text());
    }
}
