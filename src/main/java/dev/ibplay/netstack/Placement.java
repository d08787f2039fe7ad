package dev.ibplay.netstack;

/** Where a network stack keeps an interface's settings, out of all its files. */
public sealed interface Placement {
    /**
     * The settings are known and one file is the place to change them.
     *
     * @param path the file that {@link InterfaceFile#with} rewrites
     * @param file what all files of the stack together say of the interface
     */
    record InFile(String path, InterfaceFile file) implements Placement {}

    /**
     * The stack may have something for the interface.
     *
     * @param because for people: why it cannot be told
     */
    record Unclear(String because) implements Placement {}

    /** The stack has nothing for the interface. */
    record Nowhere() implements Placement {}
}
