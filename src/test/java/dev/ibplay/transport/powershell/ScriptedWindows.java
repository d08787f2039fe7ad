package dev.ibplay.transport.powershell;

import dev.ibplay.exec.CommandEnd;
import dev.ibplay.transport.Channel;
import dev.ibplay.transport.Connection;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A host that answers scripts as it is told to. It reads its standard input to the end before it says a word. */
final class ScriptedWindows implements Connection {
    private static final Pattern MARKER = Pattern.compile("\\$ib_m = '([0-9a-f]{32})'");

    /** What PowerShell says, and how it ends. */
    record Said(String stdout, String stderr, int status) {}

    /**
     * A batch's script as it arrived.
     *
     * @param text the whole script
     */
    record Script(String text, String marker) {
        /** Lines of answers with the marker before each, and the end. */
        String answers(String... lines) {
            return List.of(lines).stream()
                    .map(line -> marker + " " + line + "\r\n")
                    .collect(Collectors.joining("", "", marker + " done\r\n"));
        }

        /** What an operation calls, with its base64 as text. */
        String call(int number) {
            String call = text.lines()
                    .filter(line -> line.startsWith("Ib-Do " + number + " "))
                    .findFirst()
                    .orElseThrow();
            return Pattern.compile("\\(Ib-(?:Text|Bytes) '([^']*)'\\)")
                    .matcher(call)
                    .replaceAll(found -> Matcher.quoteReplacement("<"
                            + new String(Base64.getDecoder().decode(found.group(1)), StandardCharsets.UTF_8) + ">"));
        }
    }

    private final Function<Script, Said> host;
    final List<String> lines = new ArrayList<>();
    int closed;
    final List<Script> scripts = new ArrayList<>();

    ScriptedWindows(Function<Script, Said> host) {
        this.host = host;
    }

    static ScriptedWindows answering(String... answers) {
        return new ScriptedWindows(script -> new Said(script.answers(answers), "", 0));
    }

    @Override
    public Channel start(String commandLine) {
        lines.add(commandLine);
        try {
            PipedInputStream atHost = new PipedInputStream(1 << 20);
            return new ScriptedChannel(new PipedOutputStream(atHost), atHost, this);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private synchronized Said answer(String input) {
        String[] parts = input.split("\n", -1);
        if (!parts[parts.length - 2].equals("end")) {
            return new Said("", "", 97);
        }
        String text = new String(
                Base64.getDecoder().decode(String.join("", List.of(parts).subList(0, parts.length - 2))),
                StandardCharsets.UTF_8);
        Matcher marker = MARKER.matcher(text);
        if (!marker.find()) {
            throw new IllegalStateException("no marker in the script");
        }
        Script script = new Script(text, marker.group(1));
        scripts.add(script);
        return host.apply(script);
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    @Override
    public void close() {}

    /** A stream whose content is known only when the host has read its input. */
    private static final class Late extends InputStream {
        private final java.util.function.Supplier<String> content;
        private InputStream opened = InputStream.nullInputStream();
        private boolean open;

        Late(java.util.function.Supplier<String> content) {
            this.content = content;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (!open) {
                opened = new ByteArrayInputStream(content.get().getBytes(StandardCharsets.UTF_8));
                open = true;
            }
            return opened.read(into, offset, length);
        }
    }

    private static final class ScriptedChannel implements Channel {
        private final OutputStream stdin;
        private final InputStream atHost;
        private final ScriptedWindows host;
        private Said said = new Said("", "", 0);
        private boolean heard;

        ScriptedChannel(OutputStream stdin, InputStream atHost, ScriptedWindows host) {
            this.stdin = stdin;
            this.atHost = atHost;
            this.host = host;
        }

        private synchronized Said said() {
            if (!heard) {
                try {
                    said = host.answer(new String(atHost.readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException broken) {
                    throw new UncheckedIOException(broken);
                }
                heard = true;
            }
            return said;
        }

        @Override
        public OutputStream stdin() {
            return stdin;
        }

        @Override
        public InputStream stdout() {
            return new Late(() -> said().stdout());
        }

        @Override
        public InputStream stderr() {
            return new Late(() -> said().stderr());
        }

        @Override
        public CommandEnd waitFor(Duration timeLimit) {
            return new CommandEnd.Exited(said().status());
        }

        @Override
        public void close() {
            host.closed++;
        }
    }
}
