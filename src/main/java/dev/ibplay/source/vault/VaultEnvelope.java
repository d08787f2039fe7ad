package dev.ibplay.source.vault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * An encrypted text as Ansible Vault writes it, taken apart but not decrypted: a line {@code $ANSIBLE_VAULT;1.1;AES256} (1.2
 * has a label as its fourth field), then lines of hexadecimal digits, which are again three lines of such digits: salt,
 * HMAC, and what was encrypted (VaultLib, VaultAES256).
 *
 * @param label the vault id that it names
 */
public record VaultEnvelope(Optional<String> label, Bytes salt, Bytes hmac, Bytes encrypted) {
    private static final String HEADER = "$ANSIBLE_VAULT";
    private static final int HMAC_BYTES = 32;

    /** Bytes that compare by value. */
    public record Bytes(List<Byte> values) {
        static Bytes of(byte[] bytes) {
            Byte[] boxed = new Byte[bytes.length];
            Arrays.setAll(boxed, i -> bytes[i]);
            return new Bytes(List.of(boxed));
        }

        byte[] array() {
            byte[] bytes = new byte[values.size()];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = values.get(i);
            }
            return bytes;
        }
    }

    /** What a text turned out to be. */
    public sealed interface Parsed {
        /** An envelope in order. */
        record Sound(VaultEnvelope envelope) implements Parsed {}

        /** Not to be decrypted, whatever the password; neither part quotes the text. */
        record Unusable(String reason, String hint) implements Parsed {}
    }

    /** Whether a file or value begins as an encrypted one does. */
    public static boolean isEncrypted(String text) {
        return text.startsWith(HEADER);
    }

    /** Takes a text apart. Blanks around its lines do not count, since YAML and INI files indent them. */
    public static Parsed parse(String text) {
        List<String> lines = text.strip().lines().map(String::strip).toList();
        if (lines.isEmpty() || !isEncrypted(lines.getFirst())) {
            return new Parsed.Unusable(
                    "does not begin with " + HEADER, "paste the whole output of ansible-vault encrypt_string");
        }
        String[] header = lines.getFirst().split(";", -1);
        if (header.length < 3) {
            return damaged("its first line is cut");
        }
        String version = header[1].strip();
        String cipher = header[2].strip();
        if (!version.equals("1.1") && !version.equals("1.2")) {
            return new Parsed.Unusable(
                    "has version %s of the format; 1.1 and 1.2 can be read".formatted(shown(version)),
                    "encrypt it anew with a current ansible-vault: ansible-vault rekey");
        }
        if (!cipher.equals("AES256")) {
            return new Parsed.Unusable(
                    "is encrypted with %s; only AES256 can be read".formatted(shown(cipher)),
                    "encrypt it anew with a current ansible-vault: ansible-vault rekey");
        }
        Optional<String> label = header.length > 3 && version.equals("1.2")
                ? Optional.of(header[3].strip()).filter(name -> !name.isEmpty())
                : Optional.empty();
        return body(label, String.join("", lines.subList(1, lines.size())));
    }

    private static Parsed body(Optional<String> label, String digits) {
        try {
            String inner = new String(HexFormat.of().parseHex(digits), StandardCharsets.US_ASCII);
            String[] parts = inner.split("\n", -1);
            if (parts.length != 3) {
                return damaged("a part of it is missing");
            }
            byte[] hmac = HexFormat.of().parseHex(parts[1]);
            byte[] encrypted = HexFormat.of().parseHex(parts[2]);
            if (hmac.length != HMAC_BYTES || encrypted.length == 0) {
                return damaged("a part of it is cut");
            }
            return new Parsed.Sound(new VaultEnvelope(
                    label, Bytes.of(HexFormat.of().parseHex(parts[0])), Bytes.of(hmac), Bytes.of(encrypted)));
        } catch (IllegalArgumentException notHexadecimal) {
            return damaged("it is cut, or holds something other than hexadecimal digits");
        }
    }

    private static Parsed damaged(String how) {
        return new Parsed.Unusable("is damaged: " + how, "encrypt it anew, or take it from a backup");
    }

    /** A word of the header, which anybody may read; not more than a word, in case it is none. */
    private static String shown(String word) {
        return word.matches("[\\w.-]{1,12}") ? word : "something unknown";
    }
}
