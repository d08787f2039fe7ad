package dev.ibplay.text;

/**
 * A configuration file as its own reader takes it: a document, or why there is none. A file that cannot be read says nothing
 * at all of an interface, which is not the same as leaving the interface to the kernel.
 *
 * @param <D> the kind of document
 */
public sealed interface Parsed<D> {
    record Document<D>(D document) implements Parsed<D> {}

    /**
     * The reader refuses the file, or what it makes of it cannot be told.
     *
     * @param because for people, with the line where there is one; never quotes the file
     */
    record Unreadable<D>(String because) implements Parsed<D> {}
}
