package dev.ibplay.docs;

import java.nio.file.Path;
import java.util.List;

/**
 * A fenced block of a page.
 *
 * @param word the word behind the opening fence, empty for none
 * @param line the number of its first line within the page, from 1
 */
record FencedBlock(Path page, String word, int line, List<String> lines) {
    String text() {
        return String.join("\n", lines) + "\n";
    }

    String place() {
        return page + ":" + line;
    }
}
