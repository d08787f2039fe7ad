package dev.ibplay.netstack;

import dev.ibplay.text.Parsed;
import dev.ibplay.text.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of ifupdown (interfaces(5)): /etc/network/interfaces or one that it names with {@code source}. */
public final class InterfacesFile {
    /** A statement of the file, in its order. */
    sealed interface Statement {}

    /**
     * Options of one interface for one address family.
     *
     * @param method such as static, dhcp, manual; empty where there is none
     * @param inherits the stanza whose options come first
     * @param line the last line of its head, from 1
     */
    record Stanza(String name, String method, Optional<String> inherits, int line, List<Option> options)
            implements Statement {}

    /**
     * One line of a stanza.
     *
     * @param line from 1
     * @param start the offset of the value
     * @param oneLine whether it is not continued
     */
    record Option(String name, String value, int line, int start, boolean oneLine) {
        boolean isCommand() {
            return COMMANDS.contains(name);
        }

        /** Runs after the interface is up and has its MTU. */
        boolean isAfterUp() {
            return name.equals("up") || name.equals("post-up");
        }
    }

    /**
     * Names further files.
     *
     * @param folder whether the words are folders of files rather than patterns
     */
    record Source(boolean folder, List<String> words) implements Statement {}

    /** A script that chooses the stanza of the interfaces that fit the patterns. */
    record Mapping(List<String> patterns) implements Statement {}

    /** {@code auto} or {@code allow-*}: interfaces that come up by themselves. */
    record Starting(List<String> names) implements Statement {}

    private static final List<String> COMMANDS = List.of("pre-up", "up", "post-up", "down", "pre-down", "post-down");
    private static final Pattern FIRST = Pattern.compile("\\s*(\\S+)(\\s*)");

    private final ConfigFile file;
    private final List<Statement> statements = new ArrayList<>();
    /** The stanza, or the mapping, that the next line may belong to. */
    private Optional<List<Option>> open = Optional.empty();

    private InterfacesFile(ConfigFile file) {
        this.file = file;
    }

    /** Unreadable where ifupdown would refuse the file. */
    public static Parsed<InterfacesFile> parse(String path, String text) {
        var result = new InterfacesFile(new ConfigFile(path, text));
        Optional<String> problem = result.read();
        return problem.isPresent() ? new Parsed.Unreadable<>(problem.get()) : new Parsed.Document<>(result);
    }

    private Optional<String> read() {
        var lines = new TextLines(text());
        int at = 0;
        while (at < lines.lines().size()) {
            TextLines.Line first = lines.lines().get(at);
            at++;
            String content = lines.text(first);
            if (content.isBlank() || content.strip().startsWith("#")) {
                continue;
            }
            var logical = new StringBuilder(content);
            while (logical.toString().endsWith("\\") && at < lines.lines().size()) {
                logical.setLength(logical.length() - 1);
                logical.append(lines.text(lines.lines().get(at)));
                at++;
            }
            Optional<String> problem = statement(logical.toString(), first, at);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    /** @param lastLine of the statement, from 1 */
    private Optional<String> statement(String logical, TextLines.Line first, int lastLine) {
        Matcher keyword = FIRST.matcher(logical);
        if (!keyword.lookingAt()) {
            return Optional.empty();
        }
        String word = keyword.group(1);
        String rest = logical.substring(keyword.end()).strip();
        List<String> words = rest.isEmpty() ? List.of() : List.of(rest.split("\\s+", -1));
        boolean starts = word.equals("auto") || word.startsWith("allow-");
        if (word.equals("iface")) {
            return stanza(words, first.number(), lastLine);
        }
        if (word.equals("mapping")) {
            statements.add(new Mapping(words));
            open = Optional.of(new ArrayList<>());
        } else if (word.equals("source") || word.equals("source-directory")) {
            statements.add(new Source(word.equals("source-directory"), words));
            open = Optional.empty();
        } else if (starts || word.startsWith("no-auto-") || word.startsWith("no-scripts") || word.equals("rename")) {
            statements.add(new Starting(starts ? words : List.of()));
            open = Optional.empty();
        } else if (open.isEmpty()) {
            return Optional.of("line %d is an option that belongs to no iface".formatted(first.number()));
        } else {
            boolean oneLine = lastLine == first.number();
            return option(new Option(word, rest, first.number(), first.start() + keyword.end(), oneLine));
        }
        return Optional.empty();
    }

    private Optional<String> stanza(List<String> words, int firstLine, int lastLine) {
        if (words.isEmpty()) {
            return Optional.of("the iface in line %d has no name".formatted(firstLine));
        }
        int inherits = words.indexOf("inherits");
        Optional<String> from =
                inherits > 0 && inherits + 1 < words.size() ? Optional.of(words.get(inherits + 1)) : Optional.empty();
        boolean hasMethod = words.size() > 2 && inherits != 1 && inherits != 2;
        var options = new ArrayList<Option>();
        statements.add(new Stanza(words.getFirst(), hasMethod ? words.get(2) : "", from, lastLine, options));
        open = Optional.of(options);
        return Optional.empty();
    }

    private Optional<String> option(Option option) {
        List<Option> options = open.orElseThrow();
        boolean twice = option.name().equals("mtu")
                && options.stream().anyMatch(o -> o.name().equals("mtu"));
        options.add(option);
        return twice
                ? Optional.of("line %d is the second mtu of one iface".formatted(option.line()))
                : Optional.empty();
    }

    public String path() {
        return file.path();
    }

    public String text() {
        return file.text();
    }

    List<Statement> statements() {
        return statements;
    }

    /** The patterns and folders of {@code source} and {@code source-directory}, as they are written. */
    public List<String> sources() {
        return statements.stream()
                .flatMap(s -> s instanceof Source source ? source.words().stream() : List.<String>of().stream())
                .toList();
    }

    @Override
    public String toString() {
        return "InterfacesFile[" + file + "]";
    }
}
