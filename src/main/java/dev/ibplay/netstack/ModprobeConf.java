package dev.ibplay.netstack;

import dev.ibplay.text.Rewrite;
import dev.ibplay.text.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of modprobe.d (modprobe.d(5); kmod's kmod_config_parse): a command in each line, a backslash at the end continues it.
 * {@code options} lines of one module add up, and the kernel takes the last value of an option. Names of modules and options
 * are the same with - and _.
 */
public final class ModprobeConf {
    /**
     * One option of one module.
     *
     * @param value empty text where only the name stands
     * @param line from 1
     */
    public record Setting(String module, String option, String value, int line) {}

    private record Place(Setting setting, int start, int end) {}

    /** An {@code options} line. */
    private record OptionsLine(String module, int contentEnd) {}

    private static final Pattern WORD = Pattern.compile("(?:\"[^\"]*\"|[^\\s\"])+");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Pattern VALUE = Pattern.compile("[^\\s\"#\\\\]+");

    private final String text;
    private final List<Place> places = new ArrayList<>();
    private final List<OptionsLine> optionsLines = new ArrayList<>();

    private ModprobeConf(String text) {
        this.text = text;
        var lines = new TextLines(text);
        int at = 0;
        while (at < lines.lines().size()) {
            TextLines.Line first = lines.lines().get(at);
            TextLines.Line last = first;
            while (lines.text(last).endsWith("\\") && at + 1 < lines.lines().size()) {
                at++;
                last = lines.lines().get(at);
            }
            at++;
            read(lines, first, last);
        }
    }

    /** Every text can be read: kmod passes over the lines that it does not know. */
    public static ModprobeConf parse(String text) {
        return new ModprobeConf(text);
    }

    private void read(TextLines lines, TextLines.Line first, TextLines.Line last) {
        if (text.startsWith("#", first.start())) {
            return;
        }
        // The continuations become blanks of the same length, so that offsets stay those of the text.
        String logical = text.substring(first.start(), last.end())
                .replace("\\\r\n", "   ")
                .replace("\\\n", "  ");
        Matcher word = WORD.matcher(logical);
        if (!word.find() || !word.group().equals("options") || !word.find()) {
            return;
        }
        String module = canonical(word.group());
        int end = first.start() + word.end();
        while (word.find()) {
            String[] parts = word.group().split("=", 2);
            int start = first.start()
                    + word.start()
                    + Math.min(parts[0].length() + 1, word.group().length());
            end = first.start() + word.end();
            String value = parts.length == 2 ? parts[1] : "";
            int line = lines.numberAt(first.start() + word.start());
            places.add(new Place(new Setting(module, canonical(parts[0]), value, line), start, end));
        }
        optionsLines.add(new OptionsLine(module, end));
    }

    static String canonical(String name) {
        return name.replace('-', '_');
    }

    public String text() {
        return text;
    }

    /** All options of all modules, in the order of the file. */
    public List<Setting> settings() {
        return places.stream().map(Place::setting).toList();
    }

    /** The value that counts within this file. */
    public Optional<Setting> last(String module, String option) {
        return lastPlace(module, option).map(Place::setting);
    }

    private Optional<Place> lastPlace(String module, String option) {
        return places.stream()
                .filter(p -> p.setting().module().equals(canonical(module)))
                .filter(p -> p.setting().option().equals(canonical(option)))
                .reduce((a, b) -> b);
    }

    /** Whether the file has an {@code options} line for the module. */
    public boolean hasOptionsOf(String module) {
        return optionsLines.stream().anyMatch(l -> l.module().equals(canonical(module)));
    }

    /** The file with the option set: its last value replaced, or added to the module's last line, or a line added. */
    public Rewrite with(String module, String option, String value) {
        boolean writable = NAME.matcher(module).matches()
                && NAME.matcher(option).matches()
                && VALUE.matcher(value).matches();
        if (!writable) {
            return new Rewrite.Refused("not a module, an option and a value that modprobe.d can hold");
        }
        if (last(module, option).filter(s -> s.value().equals(value)).isPresent()) {
            return new Rewrite.Done(text);
        }
        String result = edited(module, option, value);
        ModprobeConf again = parse(result);
        boolean right =
                again.last(module, option).filter(s -> s.value().equals(value)).isPresent()
                        && again.others(module, option).equals(others(module, option));
        return right
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("%s cannot be set without a change of what is read elsewhere".formatted(option));
    }

    private String edited(String module, String option, String value) {
        var lines = new TextLines(text);
        Optional<Place> place = lastPlace(module, option);
        if (place.isPresent()) {
            boolean bare = text.charAt(place.get().start() - 1) != '=';
            return lines.replaced(place.get().start(), place.get().end(), (bare ? "=" : "") + value);
        }
        Optional<OptionsLine> line = optionsLines.stream()
                .filter(l -> l.module().equals(canonical(module)))
                .reduce((a, b) -> b);
        String setting = option + "=" + value;
        return line.map(l -> lines.replaced(l.contentEnd(), l.contentEnd(), " " + setting))
                .orElseGet(() -> lines.appended("options " + module + " " + setting));
    }

    /** All settings but the one that counts for the option. */
    private List<String> others(String module, String option) {
        Optional<Place> own = lastPlace(module, option);
        return places.stream()
                .filter(p -> own.filter(p::equals).isEmpty())
                .map(Place::setting)
                .map(s -> s.module() + " " + s.option() + "=" + s.value())
                .toList();
    }
}
