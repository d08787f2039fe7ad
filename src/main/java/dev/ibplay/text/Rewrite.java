package dev.ibplay.text;

/** The outcome of an edit: a text that was read again and says what was asked, or why there is none. */
public sealed interface Rewrite {
    /**
     * The whole file as it is to be. A text equal to the old one means that nothing is to be done.
     *
     * @param text every byte outside the edit as it was
     */
    record Done(String text) implements Rewrite {
        /** Without the text: keyfiles hold passwords. */
        @Override
        public String toString() {
            return "Done[%d characters]".formatted(text.length());
        }
    }

    /**
     * The file is not changed.
     *
     * @param because for people: what stands in the way, with the line where there is one; never a value of the file that
     *     may be secret
     */
    record Refused(String because) implements Rewrite {}
}
