package dev.ibplay.inventory;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.diag.Suggestion;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an INI inventory by the rules of Ansible's {@code ini} plugin: host lines are split into shell words and end at an
 * unquoted {@code #}; in {@code :vars} everything behind the first {@code =} is the value; values mean what
 * {@link PythonLiteral} says.
 */
final class IniReader {
    private static final Pattern GROUP_NAME = Pattern.compile("([^:\\]\\s]+)\\s*(?:#.*)?");

    /** A group that was named before it was declared. */
    private record Pending(IniSection.Kind kind, Span span, List<Located> parents) {
        private record Located(String parent, Span span) {}
    }

    private final String file;
    private final InventoryBuilder inventory;
    private final Problems problems;
    private final Map<String, Pending> pending = new LinkedHashMap<>();

    /** Empty behind a broken header, whose lines would only give further errors. */
    private Optional<IniSection> section = Optional.of(new IniSection(Group.UNGROUPED, IniSection.Kind.HOSTS));

    private String line = "";
    private int number;

    private IniReader(String file, InventoryBuilder inventory, Problems problems) {
        this.file = file;
        this.inventory = inventory;
        this.problems = problems;
    }

    static void read(SourceText source, InventoryBuilder inventory, Problems problems) {
        new IniReader(source.name(), inventory, problems).read(source.text());
    }

    private void read(String text) {
        text.lines().forEach(this::next);
        pending.forEach(this::reportUndefined);
    }

    private void next(String whole) {
        number++;
        line = whole.stripTrailing();
        int start = line.length() - line.stripLeading().length();
        if (start == line.length() || line.charAt(start) == '#' || line.charAt(start) == ';') {
            return;
        }
        String content = line.substring(start);
        if (IniSection.isHeader(content)) {
            section = IniSection.parse(content, span(start, line.length()), problems);
            section.ifPresent(header -> open(header, span(start, line.length())));
        } else {
            section.ifPresent(within -> {
                switch (within.kind()) {
                    case HOSTS -> hostLine(within.group(), start);
                    case CHILDREN -> childLine(within.group(), start);
                    case VARS -> variableLine(within.group(), start);
                }
            });
        }
    }

    private void open(IniSection header, Span span) {
        String group = header.group();
        boolean declares = header.kind() != IniSection.Kind.VARS;
        if (!inventory.hasGroup(group)) {
            if (!declares) {
                pending.putIfAbsent(group, new Pending(header.kind(), span, new ArrayList<>()));
            }
            inventory.addGroup(group, span);
        }
        if (declares) {
            Pending waiting = pending.remove(group);
            if (waiting != null) {
                waiting.parents().forEach(parent -> inventory.addChild(parent.parent(), group, parent.span()));
            }
        }
    }

    private void childLine(String parent, int start) {
        Span span = span(start, line.length());
        Matcher name = GROUP_NAME.matcher(line.substring(start));
        if (!name.matches()) {
            problems.error(
                    Code.INVENTORY_SYNTAX,
                    span,
                    "expected the name of a group",
                    "a :children section has one group on each line, without variables");
            return;
        }
        String child = name.group(1);
        Span nameSpan = span(start, start + name.end(1));
        if (inventory.hasGroup(child) && !pending.containsKey(child)) {
            inventory.addChild(parent, child, nameSpan);
        } else {
            pending.computeIfAbsent(
                            child, ignored -> new Pending(IniSection.Kind.CHILDREN, nameSpan, new ArrayList<>()))
                    .parents()
                    .add(new Pending.Located(parent, nameSpan));
        }
    }

    private void variableLine(String group, int start) {
        int equals = line.indexOf('=', start);
        String key = equals < 0 ? "" : line.substring(start, equals).strip();
        if (key.isEmpty()) {
            problems.error(
                    Code.INVENTORY_SYNTAX,
                    span(start, line.length()),
                    equals < 0 ? "expected key=value" : "no name stands before the =",
                    "a :vars section has one key=value on each line");
            return;
        }
        String value = line.substring(equals + 1).strip();
        int from = value.isEmpty() ? line.length() : line.indexOf(value, equals + 1);
        Span span = span(from, from + value.length());
        Node read = PythonLiteral.read(value, span);
        if (read instanceof Node.Scalar text && !text.plain() && text.text().contains(" #")) {
            problems.add(Diagnostic.warning(
                            Code.INVENTORY_IGNORED, span, "the text from # on is part of the value of \"" + key + "\"")
                    .withHint("a :vars section has comments only on lines of their own"));
        }
        inventory.setGroupVariable(group, key, read);
    }

    private void hostLine(String group, int start) {
        switch (ShellWords.split(line, true)) {
            case ShellWords.Broken broken ->
                problems.error(
                        Code.INVENTORY_SYNTAX,
                        span(broken.at(), line.length()),
                        broken.reason(),
                        "a value with spaces stands in quotes: key=\"a b\"");
            case ShellWords.Words words -> hosts(group, start, words.words());
        }
    }

    private void hosts(String group, int start, List<ShellWords.Word> words) {
        ShellWords.Word first = words.getFirst();
        Span span = span(start, first.end());
        if (first.text().strip().equals("---")) {
            problems.error(
                    Code.INVENTORY_SYNTAX,
                    span,
                    "\"---\" is no host",
                    "a YAML inventory needs a name that ends in .yml");
            return;
        }
        Map<String, Node> variables = variables(words.subList(1, words.size()));
        HostNames.parse(first.text(), span, problems).ifPresent(hosts -> {
            for (String host : hosts.names()) {
                inventory.addHost(host, hosts.port(), group, span);
                variables.forEach((key, value) -> inventory.setHostVariable(host, key, value));
            }
        });
    }

    private Map<String, Node> variables(List<ShellWords.Word> words) {
        var variables = new LinkedHashMap<String, Node>();
        for (ShellWords.Word word : words) {
            int equals = word.text().indexOf('=');
            if (equals <= 0) {
                problems.error(
                        Code.INVENTORY_SYNTAX,
                        span(word.start(), word.end()),
                        equals < 0 ? "expected key=value, not \"" + word.text() + "\"" : "no name stands before the =",
                        "behind a host stand its variables as key=value: no spaces around =, quotes around spaces");
                break;
            }
            int from = Math.min(line.indexOf('=', word.start()) + 1, word.end());
            Span span = span(from, word.end());
            variables.put(
                    word.text().substring(0, equals),
                    PythonLiteral.read(word.text().substring(equals + 1), span));
        }
        return variables;
    }

    private void reportUndefined(String group, Pending missing) {
        String hint = Suggestion.nearest(
                        group,
                        inventory.groupNames().stream()
                                .filter(name -> !pending.containsKey(name))
                                .toList())
                .map(name -> "did you mean \"" + name + "\"?")
                .orElse("declare it as [" + group + "], even without hosts");
        String what = missing.kind() == IniSection.Kind.VARS
                ? "variables are set for the group \"" + group + "\", which is not defined in this file"
                : "the group \"" + group + "\" is not defined in this file";
        problems.error(Code.INVENTORY_GROUP_UNDEFINED, missing.span(), what, hint);
    }

    /** The place between two indices of the current line; columns count code points. */
    private Span span(int from, int to) {
        int column = 1 + line.codePointCount(0, from);
        return new Span(file, number, column, number, column + line.codePointCount(from, to));
    }
}
