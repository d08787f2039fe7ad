package dev.ibplay.transport.ssh;

import dev.ibplay.exec.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The file that RevokedHostKeys names: one public key a line. The binary form (a KRL) is not read, and said so.
 *
 * @param lines where each key stands, as {@code file:line}
 */
record RevokedKeys(Path file, Map<Bytes, String> lines) {
    private static final String KRL_MAGIC = "SSHKRL\n\0";

    RevokedKeys {
        lines = Map.copyOf(lines);
    }

    /** @throws IOException when it cannot be read or understood: then no host can be trusted, as with OpenSSH */
    static RevokedKeys read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.ISO_8859_1);
        if (text.startsWith(KRL_MAGIC)) {
            throw new IOException("it is a binary key revocation list (KRL), which is not supported; list public keys,"
                    + " one a line");
        }
        Map<Bytes, String> lines = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String content = line.strip();
            if (!content.isEmpty() && !content.startsWith("#")) {
                String place = file + ":" + number;
                lines.put(blob(content).orElseThrow(() -> new IOException(place + " is no public key")), place);
            }
        }
        return new RevokedKeys(file, lines);
    }

    /** The line may begin with options, as in authorized_keys: the key is the first field that follows a type. */
    private static Optional<Bytes> blob(String line) {
        List<String> fields = List.of(line.split("[ \t]+", -1));
        for (int i = 0; i + 1 < fields.size(); i++) {
            try {
                byte[] blob = Base64.getDecoder().decode(fields.get(i + 1));
                byte[] type = fields.get(i).getBytes(StandardCharsets.UTF_8);
                boolean agrees = blob.length > 4 + type.length
                        && new String(blob, 4, type.length, StandardCharsets.UTF_8).equals(fields.get(i));
                if (agrees) {
                    return Optional.of(Bytes.of(blob));
                }
            } catch (IllegalArgumentException notBase64) {
                // an option
            }
        }
        return Optional.empty();
    }

    /** Where a key is listed, if it is. */
    Optional<String> place(HostKey key) {
        return Optional.ofNullable(lines.get(key.blob()));
    }
}
