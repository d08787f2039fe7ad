package dev.ibplay.netstack;

/** The outcome of an edit: a text that was read again and says what was asked, or why there is none. */
public sealed interface Rewrite {
    record Done(String text) implements Rewrite {}

    /**
     * The file is not changed.
     *
     * @param because for people: what stands in the way, with the line where there is one
     */
    record Refused(String because) implements Rewrite {}
}
