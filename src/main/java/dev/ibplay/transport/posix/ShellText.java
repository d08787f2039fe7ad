package dev.ibplay.transport.posix;

import dev.ibplay.exec.Bytes;

/** Values written as sh source. */
final class ShellText {
    /** Bytes for each printf: few enough that a shell writes them in one go, many enough that there are few commands. */
    static final int CHUNK_BYTES = 4096;

    private ShellText() {}

    /** One word of exactly this text, which must not contain NUL. */
    static String quote(String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a word of a command holds no NUL");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }

    /** A function definition whose call prints exactly these bytes. */
    static String function(String name, Bytes content) {
        StringBuilder script = new StringBuilder(name).append("() {\n");
        if (content.size() == 0) {
            script.append(":\n");
        }
        for (int from = 0; from < content.size(); from += CHUNK_BYTES) {
            script.append("printf '");
            int end = Math.min(content.size(), from + CHUNK_BYTES);
            for (int i = from; i < end; i++) {
                appendByte(script, content.at(i), i == from);
            }
            script.append("'\n");
        }
        return script.append("}\n").toString();
    }

    /**
     * As part of printf's format: letters and other harmless characters stand for themselves, the rest is octal with all
     * three digits, which every printf reads. A first {@code -} would be an option.
     */
    private static void appendByte(StringBuilder script, int value, boolean first) {
        boolean plain = value >= ' ' && value < 0x7f && value != '\'' && value != '\\' && value != '%';
        if (plain && !(first && value == '-')) {
            script.append((char) value);
        } else {
            script.append('\\')
                    .append((char) ('0' + (value >> 6)))
                    .append((char) ('0' + (value >> 3 & 7)))
                    .append((char) ('0' + (value & 7)));
        }
    }
}
