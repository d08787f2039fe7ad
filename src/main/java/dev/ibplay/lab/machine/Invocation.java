package dev.ibplay.lab.machine;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;

/**
 * One run of a program.
 *
 * @param arguments with the program's name in front
 * @param folder the working folder, absolute
 */
public record Invocation(
        Machine machine,
        SimulatedProcess process,
        List<String> arguments,
        Map<String, String> environment,
        String folder,
        InputStream stdin,
        OutputStream stdout,
        OutputStream stderr) {
    public Invocation {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }
}
