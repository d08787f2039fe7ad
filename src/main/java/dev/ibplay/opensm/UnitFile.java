package dev.ibplay.opensm;

import dev.ibplay.text.IniGrammar;
import dev.ibplay.text.IniText;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A systemd unit that starts OpenSM, or a drop-in of one (systemd.service(5)). A lossless document. */
public final class UnitFile {
    private static final String SECTION = "Service";

    private final String path;
    private final IniText ini;

    private UnitFile(String path, IniText ini) {
        this.path = path;
        this.ini = ini;
    }

    public static Parsed<UnitFile> parse(String path, String text) {
        return switch (IniGrammar.SYSTEMD.read(text)) {
            case Parsed.Unreadable<IniText> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<IniText> ini -> new Parsed.Document<>(new UnitFile(path, ini.document()));
        };
    }

    public String path() {
        return path;
    }

    public String text() {
        return ini.text();
    }

    /**
     * The commands that systemd starts; an empty ExecStart= takes back all before it, also those of earlier files.
     *
     * @param files the unit's main file, then its drop-ins in the order of their names
     */
    public static List<UnitCommand> commands(List<UnitFile> files) {
        var commands = new ArrayList<UnitCommand>();
        for (UnitFile file : files) {
            for (IniText.Entry entry : file.ini.entries()) {
                if (!entry.is(SECTION, "ExecStart")) {
                    continue;
                }
                if (entry.value().isEmpty()) {
                    commands.clear();
                } else {
                    commands.add(new UnitCommand(file.path, entry.line(), file.raw(entry)));
                }
            }
        }
        return List.copyOf(commands);
    }

    /** The value as it stands in the file, with the line ends of a value over several lines. */
    private String raw(IniText.Entry entry) {
        return text().substring(valueStart(entry), entry.end());
    }

    private int valueStart(IniText.Entry entry) {
        return text().indexOf('=', lineStart(entry.line())) + 1;
    }

    private int lineStart(int line) {
        int at = 0;
        for (int i = 1; i < line; i++) {
            at = text().indexOf('\n', at) + 1;
        }
        return at;
    }

    /** The text with another priority in the commands of this file that give one. */
    public Rewrite withPriority(int priority) {
        List<UnitCommand> own = commands(List.of(this));
        String result = text();
        for (IniText.Entry entry : ini.entries().reversed()) {
            Optional<UnitCommand> command = own.stream()
                    .filter(c -> entry.is(SECTION, "ExecStart") && c.line() == entry.line())
                    .findFirst();
            if (command.isEmpty() || command.get().priority() instanceof LauncherSetting.Unset) {
                continue;
            }
            if (command.get().priority() instanceof LauncherSetting.Unclear unclear) {
                return new Rewrite.Refused(unclear.because());
            }
            result = result.substring(0, valueStart(entry))
                    + command.get().words().withPriority(Integer.toString(priority))
                    + result.substring(entry.end());
        }
        return proven(result, own, new LauncherSetting.Value(Integer.toString(priority)));
    }

    private Rewrite proven(String result, List<UnitCommand> own, LauncherSetting right) {
        Optional<UnitFile> again = parse(path, result) instanceof Parsed.Document<UnitFile> document
                ? Optional.of(document.document())
                : Optional.empty();
        List<UnitCommand> now = again.map(f -> commands(List.of(f))).orElse(List.of());
        boolean same = now.size() == own.size()
                && again.map(UnitFile::others).filter(others()::equals).isPresent();
        for (int i = 0; same && i < now.size(); i++) {
            boolean gave = !(own.get(i).priority() instanceof LauncherSetting.Unset);
            same = !gave || right.equals(now.get(i).priority());
        }
        return same
                ? new Rewrite.Done(result)
                : new Rewrite.Refused("the priority cannot be changed without a change of what is read elsewhere");
    }

    private List<String> others() {
        return ini.entries().stream()
                .filter(e -> !e.is(SECTION, "ExecStart") || e.value().isEmpty())
                .map(e -> e.section() + "\n" + e.key() + "\n" + e.value())
                .toList();
    }

    @Override
    public String toString() {
        return "UnitFile[" + path + "]";
    }
}
