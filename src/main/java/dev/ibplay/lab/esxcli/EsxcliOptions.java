package dev.ibplay.lab.esxcli;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options that a command was called with. */
public final class EsxcliOptions {
    private final Map<String, String> values = new HashMap<>();

    private EsxcliOptions() {}

    /** Reads {@code -m 1}, {@code -m=1}, {@code --mtu 1} and {@code --mtu=1}. */
    static EsxcliOptions of(EsxcliCommand command, List<String> words) throws EsxcliFailure {
        var options = new EsxcliOptions();
        var rest = new ArrayDeque<>(words);
        while (!rest.isEmpty()) {
            options.take(command, rest.remove(), rest);
        }
        for (EsxcliCommand.Option option : command.options()) {
            if (option.kind() == EsxcliCommand.Option.Kind.REQUIRED && !options.values.containsKey(option.name())) {
                throw wrong(command, "Missing required parameter " + option.text());
            }
        }
        return options;
    }

    private void take(EsxcliCommand command, String word, ArrayDeque<String> rest) throws EsxcliFailure {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Optional<EsxcliCommand.Option> option = command.option(name);
        if (option.isEmpty()) {
            throw wrong(command, "Invalid option " + name);
        }
        boolean isFlag = option.get().kind() == EsxcliCommand.Option.Kind.FLAG;
        if (!isFlag && equals < 0 && rest.isEmpty()) {
            throw wrong(command, "Argument missing after option " + option.get().text());
        }
        String value = equals >= 0 ? word.substring(equals + 1) : isFlag ? "true" : rest.remove();
        values.put(option.get().name(), value);
    }

    private static EsxcliFailure wrong(EsxcliCommand command, String why) {
        return new EsxcliFailure("Error: " + why + "\n\n" + command.usage());
    }

    /** By the long name. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** That of an option which must be given. */
    public String required(String name) {
        return value(name).orElseThrow();
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A whole number; empty where the option is not given. */
    public Optional<Integer> number(String name) throws EsxcliFailure {
        Optional<String> text = value(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        if (!text.get().matches("-?\\d{1,9}")) {
            throw new EsxcliFailure("Error: Invalid value for option --%s: expected integer.".formatted(name));
        }
        return Optional.of(Integer.parseInt(text.get()));
    }

    /** Yes or no; empty where the option is not given. */
    public Optional<Boolean> truth(String name) throws EsxcliFailure {
        Optional<String> text = value(name);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        return switch (text.get()) {
            case "true", "1", "yes", "t" -> Optional.of(true);
            case "false", "0", "no", "f" -> Optional.of(false);
            default -> throw new EsxcliFailure("Error: Invalid value for option --%s: expected bool.".formatted(name));
        };
    }
}
