package dev.ibplay.lab.shell;

import java.io.IOException;

/** A command that the shell carries out itself. */
@FunctionalInterface
interface Builtin {
    /** The exit status. */
    int run(BuiltinCall call) throws IOException, InterruptedException;
}
