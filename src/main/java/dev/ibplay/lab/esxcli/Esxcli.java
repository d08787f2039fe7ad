package dev.ibplay.lab.esxcli;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The program esxcli. Whatever goes wrong is said on standard output, and its status is 1; what sets something says nothing.
 */
public final class Esxcli implements Program {
    private static final String FORMATTER = "--formatter";
    private static final String HELP = """
            Usage: esxcli [options] {namespace}+ {cmd} [cmd options]

            Options:
              --formatter=FORMATTER
                                    Override the formatter to use for a given command. Available
                                    formatter: xml, csv, keyvalue
            """;

    private final List<EsxcliCommand> commands;
    private final boolean hasJson;
    private final Duration start;

    /**
     * The program of one host.
     *
     * @param hasJson whether it has the formatter json
     * @param start how long it takes until it begins with anything
     */
    public Esxcli(List<EsxcliCommand> commands, boolean hasJson, Duration start) {
        this.commands = List.copyOf(commands);
        this.hasJson = hasJson;
        this.start = start;
    }

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        call.machine().clock().sleep(start);
        String said;
        int status = 0;
        try {
            said = answer(
                    new ArrayList<>(call.arguments().subList(1, call.arguments().size())));
        } catch (EsxcliFailure failure) {
            said = failure.getMessage() + "\n";
            status = 1;
        }
        call.stdout().write(said.getBytes(StandardCharsets.UTF_8));
        return status;
    }

    private String answer(List<String> words) throws EsxcliFailure, InterruptedException {
        String formatter = "";
        while (!words.isEmpty() && words.getFirst().startsWith("-")) {
            String word = words.removeFirst();
            if (word.startsWith(FORMATTER + "=")) {
                formatter = word.substring(FORMATTER.length() + 1);
            } else if (word.equals(FORMATTER) && !words.isEmpty()) {
                formatter = words.removeFirst();
            } else {
                throw new EsxcliFailure("Error: Invalid option " + word + "\n\n" + HELP);
            }
        }
        Format format = format(formatter);
        EsxcliCommand command = find(words).orElseThrow(() -> unknown(words));
        int depth = command.path().split(" ", -1).length;
        Answer answer = command.body().run(EsxcliOptions.of(command, words.subList(depth, words.size())));
        return format.of(answer);
    }

    private interface Format {
        String of(Answer answer);
    }

    private Format format(String name) throws EsxcliFailure {
        return switch (name) {
            case "" -> TextFormat::of;
            case "csv" -> CsvFormat::of;
            case "xml" -> XmlFormat::of;
            case "keyvalue" -> KeyValueFormat::of;
            case "json" -> {
                if (!hasJson) {
                    throw new EsxcliFailure("Error: Invalid formatter " + name + "\n\n" + HELP);
                }
                yield JsonFormat::of;
            }
            default -> throw new EsxcliFailure("Error: Invalid formatter " + name + "\n\n" + HELP);
        };
    }

    /** The command whose whole path the words begin with. */
    private Optional<EsxcliCommand> find(List<String> words) {
        return commands.stream()
                .filter(command -> startsWith(words, List.of(command.path().split(" ", -1))))
                .findFirst();
    }

    private static boolean startsWith(List<String> words, List<String> path) {
        return words.size() >= path.size() && words.subList(0, path.size()).equals(path);
    }

    /** A namespace alone is answered with what is in it. */
    private EsxcliFailure unknown(List<String> words) {
        List<String> path =
                words.stream().takeWhile(word -> !word.startsWith("-")).toList();
        TreeSet<String> inside = new TreeSet<>();
        for (EsxcliCommand command : commands) {
            List<String> steps = List.of(command.path().split(" ", -1));
            if (startsWith(steps, path) && steps.size() > path.size()) {
                inside.add(steps.get(path.size()));
            }
        }
        String joined = String.join(" ", path);
        if (inside.isEmpty()) {
            return new EsxcliFailure("Error: Unknown command or namespace " + joined);
        }
        return new EsxcliFailure("Usage: esxcli " + joined
                + " {cmd} [cmd options]\n\nAvailable Namespaces and Commands:\n  " + String.join("\n  ", inside));
    }
}
