package dev.ibplay.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The entry point: builds the commands, runs one, and ends the process with its exit code. */
public final class Main {
    /** Commands that ask people or hosts. */
    private static final Set<String> INTERRUPTIBLE = Set.of("check", "apply", "verify", "rollback", "fabric", "facts");

    private static final Set<String> VERSION = Set.of("--version", "-V");

    private Main() {}

    public static void main(String[] arguments) {
        if (arguments.length == 1 && VERSION.contains(arguments[0])) {
            // Scripts ask for it often: nothing else is loaded for that.
            PrintStream out = utf8(FileDescriptor.out);
            for (String line : new Version().getVersion()) {
                out.println(line);
            }
            out.flush();
            System.exit(ExitCode.OK.number());
        }
        // The other one says that there is a console even where there is none.
        System.setProperty("jdk.console", "java.base");
        var console = new Console(utf8(FileDescriptor.out), utf8(FileDescriptor.err), Terminal.of(System.getenv()));
        if (arguments.length > 0 && INTERRUPTIBLE.contains(arguments[0])) {
            // Until a run hears them itself: the terminal is put right by the JDK's own hook.
            ProcessSignals.hear(signal -> System.exit(ExitCode.INTERRUPTED.number()));
        }
        System.exit(run(console, System.getenv(), arguments));
    }

    /** Runs a command line and gives its exit code. */
    static int run(Console console, Map<String, String> environment, String... arguments) {
        CommandLine commands = new Commands(console, environment)
                .naming(arguments)
                .setParameterExceptionHandler((wrong, words) -> usageError(console, wrong))
                .setExecutionExceptionHandler((broken, command, parsed) -> internalError(console, broken))
                .setOut(console.dataWriter());
        return commands.execute(arguments);
    }

    private static int usageError(Console console, ParameterException wrong) {
        console.say("ibplay: " + wrong.getMessage());
        String name = wrong.getCommandLine().getCommandSpec().qualifiedName();
        console.say("  hint: " + name + " --help shows what it takes");
        return ExitCode.INVALID_INPUT.number();
    }

    private static int internalError(Console console, Exception broken) {
        console.say("ibplay: internal error: " + broken);
        for (StackTraceElement element : broken.getStackTrace()) {
            console.say("    at " + element);
        }
        return ExitCode.FAILED.number();
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
