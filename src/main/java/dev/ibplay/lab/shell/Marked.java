package dev.ibplay.lab.shell;

/**
 * Text in which some characters are quoted and so stand for themselves in a pattern. A quoted one is its byte plus 256,
 * which no byte is.
 */
final class Marked {
    private static final int MARK = 0x100;

    private Marked() {}

    static String quote(String text) {
        StringBuilder marked = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            marked.append((char) (text.charAt(i) | MARK));
        }
        return marked.toString();
    }

    static String plain(String marked) {
        StringBuilder text = new StringBuilder(marked.length());
        for (int i = 0; i < marked.length(); i++) {
            text.append((char) (marked.charAt(i) & 0xff));
        }
        return text.toString();
    }

    static boolean isPattern(String marked) {
        return marked.indexOf('*') >= 0 || marked.indexOf('?') >= 0 || marked.indexOf('[') >= 0;
    }
}
