package dev.ibplay.lab.programs;

import dev.ibplay.exec.Bytes;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code dd} with if, of, bs, count, skip, seek, status and conv=notrunc, sync or fsync. Each block read is one to write. */
final class Dd {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}|2147483647)([kKM]?)");

    private final ToolCall call;
    private final Map<String, String> words = new HashMap<>();

    private Dd(ToolCall call) throws ToolFailure {
        this.call = call;
        for (String word : call.arguments()) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new ToolFailure("unrecognized operand '" + word + "'");
            }
            words.put(word.substring(0, equals), word.substring(equals + 1));
        }
    }

    static int dd(ToolCall call) throws ToolFailure, IOException {
        return new Dd(call).run();
    }

    private int number(String name, int missing) throws ToolFailure {
        String text = words.getOrDefault(name, Integer.toString(missing));
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            throw new ToolFailure("invalid number: '" + text + "'");
        }
        int unit = switch (matcher.group(2)) {
            case "" -> 1;
            case "M" -> 1 << 20;
            default -> 1 << 10;
        };
        return Integer.parseInt(matcher.group(1)) * unit;
    }

    private int run() throws ToolFailure, IOException {
        int size = number("bs", 512);
        int count = number("count", Integer.MAX_VALUE);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int whole = 0;
        int partial = 0;
        byte[] block = new byte[size];
        InputStream in = input();
        for (int skipped = number("skip", 0); skipped > 0; skipped--) {
            if (in.readNBytes(block, 0, size) < size) {
                break;
            }
        }
        while (whole + partial < count) {
            int read = in.read(block);
            if (read < 0) {
                break;
            }
            all.write(block, 0, read);
            whole += read == size ? 1 : 0;
            partial += read == size ? 0 : 1;
        }
        output(all.toByteArray(), number("seek", 0) * size);
        if (!words.getOrDefault("status", "").equals("none")) {
            String records = whole + "+" + partial + " records ";
            call.sayPlain(records + "in\n" + records + "out\n" + all.size() + " bytes copied\n");
        }
        return 0;
    }

    private InputStream input() throws ToolFailure, IOException {
        String name = words.getOrDefault("if", "-");
        try {
            return call.open(name);
        } catch (Errno error) {
            throw ToolCall.cannot("failed to open", name, error);
        }
    }

    private void output(byte[] content, int place) throws ToolFailure, IOException {
        String name = words.getOrDefault("of", "");
        if (name.isEmpty()) {
            call.write(content);
            return;
        }
        String path = call.path(name);
        Disk disk = call.disk();
        try {
            if (!disk.exists(path) || disk.isStored(path)) {
                store(path, content, place);
            } else if (content.length > 0) {
                disk.write(path, Bytes.of(content), 0);
            }
        } catch (Errno error) {
            boolean writes = !error.isAbsent() && !error.name().equals("EISDIR");
            throw ToolCall.cannot(writes ? "error writing" : "failed to open", name, error);
        }
    }

    private void store(String path, byte[] content, int place) throws Errno {
        byte[] old = call.disk().exists(path) ? call.disk().read(path).toArray() : new byte[0];
        boolean keeps = words.getOrDefault("conv", "").contains("notrunc");
        int length = Math.max(place + content.length, keeps ? old.length : 0);
        byte[] changed = Arrays.copyOf(Arrays.copyOf(old, Math.min(old.length, keeps ? length : place)), length);
        System.arraycopy(content, 0, changed, place, content.length);
        NewFile.put(call, path, changed, false);
    }
}
