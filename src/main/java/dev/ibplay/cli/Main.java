package dev.ibplay.cli;

/** The entry point. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(0);
    }
}
