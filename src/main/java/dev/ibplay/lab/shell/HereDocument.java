package dev.ibplay.lab.shell;

/** Lines below a command that are its input; they are read when the command's line has ended. */
final class HereDocument {
    private final String delimiter;
    private final boolean expanded;
    private final boolean tabsGo;
    private Word body = Word.EMPTY;

    HereDocument(String delimiter, boolean expanded, boolean tabsGo) {
        this.delimiter = delimiter;
        this.expanded = expanded;
        this.tabsGo = tabsGo;
    }

    String delimiter() {
        return delimiter;
    }

    boolean isExpanded() {
        return expanded;
    }

    /** Whether tabs at the start of lines are left out. */
    boolean tabsGo() {
        return tabsGo;
    }

    Word body() {
        return body;
    }

    void fill(Word read) {
        body = read;
    }
}
