package dev.ibplay.lab.programs;

import java.io.IOException;

/** What a program does, without what all programs do alike. */
@FunctionalInterface
interface Tool {
    int run(ToolCall call) throws ToolFailure, IOException, InterruptedException;
}
