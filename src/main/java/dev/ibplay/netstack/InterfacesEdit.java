package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Rewrite;
import dev.ibplay.text.TextLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A change of the stanzas of one interface in one file of ifupdown. */
final class InterfacesEdit {
    /** The methods that take the keyword {@code mtu} (interfaces(5)). */
    private static final Set<String> WITH_MTU = Set.of("static", "manual", "auto", "tunnel", "v4tunnel", "6to4");

    private static final String DEFAULT_INDENT = "    ";

    private final InterfacesSettings before;

    InterfacesEdit(InterfacesSettings before) {
        this.before = before;
    }

    Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        InterfacesFile file = before.edited();
        InterfacesSettings now = before;
        Optional<String> unclear = before.unclear();
        if (unclear.isPresent()) {
            return new Rewrite.Refused(unclear.get());
        }
        if (mode.isPresent() && !mode.equals(now.mode())) {
            Optional<InterfacesSettings> next =
                    apply(now, modeText(now, mode.get()), s -> s.mode().equals(mode), false);
            if (next.isEmpty()) {
                return refused("mode");
            }
            now = next.get();
        }
        // What was not asked for stays as it was; a new mode may have taken an MTU away that came before it.
        Optional<Integer> wanted = mtu.or(before::mtu);
        if (wanted.isPresent() && !wanted.equals(now.mtu())) {
            InterfacesSettings start = now;
            Optional<InterfacesSettings> next = mtuTexts(start, wanted.get()).stream()
                    .flatMap(text ->
                            apply(
                                    start,
                                    text,
                                    s -> s.mtu().equals(wanted) && s.mode().equals(start.mode()),
                                    true)
                                    .stream())
                    .findFirst();
            if (next.isEmpty()) {
                return refused("MTU");
            }
            now = next.get();
        }
        return new Rewrite.Done(now == before ? file.text() : now.edited().text());
    }

    private Rewrite refused(String what) {
        return new Rewrite.Refused(
                "the %s of %s is set in more than one place, or where others share it; change it by hand"
                        .formatted(what, before.name()));
    }

    private static Optional<InterfacesSettings> apply(
            InterfacesSettings from, String text, Predicate<InterfacesSettings> wanted, boolean mtu) {
        return from.with(from.edited(), text)
                .filter(wanted)
                .filter(s -> s.unclear().isEmpty())
                .filter(s -> others(s, mtu).equals(others(from, mtu)));
    }

    /** All statements but the lines that set the interface's MTU, or its mode. */
    private static List<String> others(InterfacesSettings settings, boolean mtu) {
        var own = settings.actions().stream()
                .filter(a -> mtu ? a.setsMtu() : a.setsMode())
                .filter(InterfacesSettings.Action::own)
                .map(InterfacesSettings.Action::option)
                .toList();
        var others = new ArrayList<String>();
        for (InterfacesFiles.Placed placed : settings.statements()) {
            if (placed.statement() instanceof InterfacesFile.Stanza stanza) {
                others.add("%s %s %s".formatted(stanza.name(), stanza.method(), stanza.inherits()));
                stanza.options().stream()
                        .filter(o -> own.stream().noneMatch(o::equals))
                        .forEach(o -> others.add(o.name() + " " + o.value()));
            } else {
                others.add(placed.statement().toString());
            }
        }
        return others;
    }

    private static String replaced(InterfacesSettings now, Predicate<InterfacesSettings.Action> which, String value) {
        String text = now.edited().text();
        List<InterfacesSettings.Action> actions = now.actions().stream()
                .filter(which)
                .filter(a -> a.file() == now.edited() && a.own() && a.option().oneLine())
                .sorted((a, b) -> Integer.compare(b.start(), a.start()))
                .toList();
        for (InterfacesSettings.Action action : actions) {
            text = new TextLines(text).replaced(action.start(), action.end(), value);
        }
        return text;
    }

    private static String modeText(InterfacesSettings now, IpoibMode mode) {
        if (now.actions().stream().anyMatch(InterfacesSettings.Action::setsMode)) {
            return replaced(now, InterfacesSettings.Action::setsMode, mode.word());
        }
        // After what loads the driver, before what sets an MTU: the mode comes first.
        InterfacesFile.Stanza stanza = stanza(now);
        List<InterfacesFile.Option> ups =
                stanza.options().stream().filter(o -> o.name().equals("pre-up")).toList();
        boolean upsSetMtu = now.actions().stream()
                .anyMatch(a -> a.setsMtu() && a.option().name().equals("pre-up"));
        var lines = new TextLines(now.edited().text());
        String line = indent(lines, stanza) + "pre-up echo " + mode.word() + " > /sys/class/net/$IFACE/mode";
        if (!ups.isEmpty() && upsSetMtu) {
            return lines.insertedBefore(lines.line(ups.getFirst().line()), line);
        }
        Optional<InterfacesFile.Option> after = ups.isEmpty() ? lastSetting(stanza) : Optional.of(ups.getLast());
        return lines.insertedAfter(lines.line(after.map(o -> lastLine(lines, o)).orElse(stanza.line())), line);
    }

    /** Ways to write the MTU, the most usual first; the first that works is taken. */
    private static List<String> mtuTexts(InterfacesSettings now, int mtu) {
        var texts = new ArrayList<String>();
        InterfacesFile.Stanza stanza = stanza(now);
        var lines = new TextLines(now.edited().text());
        String indent = indent(lines, stanza);
        if (now.actions().stream().anyMatch(InterfacesSettings.Action::setsMtu)) {
            texts.add(replaced(now, InterfacesSettings.Action::setsMtu, Integer.toString(mtu)));
        } else if (WITH_MTU.contains(stanza.method())) {
            int after = lastSetting(stanza).map(o -> lastLine(lines, o)).orElse(stanza.line());
            texts.add(lines.insertedAfter(lines.line(after), indent + "mtu " + mtu));
        }
        int last = now.actions().stream()
                .filter(a -> a.setsMode()
                        && a.own()
                        && a.file() == now.edited()
                        && a.option().isAfterUp())
                .reduce((a, b) -> b)
                .map(a -> a.option().line())
                .orElseGet(() -> stanza.options().isEmpty()
                        ? stanza.line()
                        : lastLine(lines, stanza.options().getLast()));
        String command = indent + "post-up ip link set dev $IFACE mtu " + mtu;
        texts.add(lines.insertedAfter(lines.line(last), command));
        return texts;
    }

    /** The first stanza of the interface in the file that is edited. */
    private static InterfacesFile.Stanza stanza(InterfacesSettings now) {
        return now.stanzas().stream()
                .filter(p -> p.file() == now.edited())
                .map(p -> (InterfacesFile.Stanza) p.statement())
                .findFirst()
                .orElseThrow();
    }

    /** The last option before the first command. */
    private static Optional<InterfacesFile.Option> lastSetting(InterfacesFile.Stanza stanza) {
        return stanza.options().stream().takeWhile(o -> !o.isCommand()).reduce((a, b) -> b);
    }

    private static String indent(TextLines lines, InterfacesFile.Stanza stanza) {
        return stanza.options().stream()
                .findFirst()
                .map(o -> lines.text(lines.line(o.line())))
                .map(line ->
                        line.substring(0, line.length() - line.stripLeading().length()))
                .orElse(DEFAULT_INDENT);
    }

    /** Where an option ends that a backslash may carry on. */
    private static int lastLine(TextLines lines, InterfacesFile.Option option) {
        int line = option.line();
        while (lines.text(lines.line(line)).endsWith("\\")
                && line < lines.lines().size()) {
            line++;
        }
        return line;
    }
}
