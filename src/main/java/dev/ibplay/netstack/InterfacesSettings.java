package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What all stanzas of one interface do to its MTU and mode, in the order in which ifup runs them. */
final class InterfacesSettings implements InterfaceFile {
    /**
     * A line that sets a value.
     *
     * @param own whether it stands in a stanza of the interface, not in one that it inherits from
     * @param start the offset of the value in the file
     */
    record Action(
            InterfacesFile file, InterfacesFile.Option option, IfupCommand does, boolean own, int start, int end) {
        boolean setsMtu() {
            return does instanceof IfupCommand.SetsMtu;
        }

        boolean setsMode() {
            return does instanceof IfupCommand.SetsMode;
        }
    }

    private final List<InterfacesFiles.Placed> statements;
    private final String name;
    private final List<Action> actions = new ArrayList<>();

    InterfacesSettings(List<InterfacesFiles.Placed> statements, String name) {
        this.statements = List.copyOf(statements);
        this.name = name;
        stanzas(name).forEach(s -> run(s, true));
    }

    private List<InterfacesFiles.Placed> stanzas(String named) {
        return statements.stream()
                .filter(p -> p.statement() instanceof InterfacesFile.Stanza s
                        && s.name().equals(named))
                .toList();
    }

    private void run(InterfacesFiles.Placed placed, boolean own) {
        var found = new ArrayList<Action>();
        collect(placed, own, 0, found);
        found.stream().filter(a -> a.option().name().equals("pre-up")).forEach(actions::add);
        found.stream().filter(a -> a.option().name().equals("mtu")).forEach(actions::add);
        found.stream().filter(a -> a.option().isAfterUp()).forEach(actions::add);
    }

    private void collect(InterfacesFiles.Placed placed, boolean own, int depth, List<Action> into) {
        if (!(placed.statement() instanceof InterfacesFile.Stanza stanza) || depth > 10) {
            return;
        }
        stanza.inherits()
                .flatMap(from -> stanzas(from).stream().findFirst())
                .ifPresent(from -> collect(from, false, depth + 1, into));
        for (InterfacesFile.Option option : stanza.options()) {
            IfupCommand does = command(option);
            switch (does) {
                case IfupCommand.SetsMode m -> into.add(action(placed, option, does, own, m.start(), m.end()));
                case IfupCommand.SetsMtu m -> into.add(action(placed, option, does, own, m.start(), m.end()));
                case IfupCommand.Unclear ignored -> into.add(action(placed, option, does, own, 0, 0));
                case IfupCommand.Other ignored -> {}
            }
        }
    }

    private static Action action(
            InterfacesFiles.Placed placed, InterfacesFile.Option option, IfupCommand does, boolean own, int... range) {
        return new Action(placed.file(), option, does, own, option.start() + range[0], option.start() + range[1]);
    }

    private IfupCommand command(InterfacesFile.Option option) {
        if (option.name().equals("mtu")) {
            return MtuText.bytes(option.value())
                    .<IfupCommand>map(
                            n -> new IfupCommand.SetsMtu(n, 0, option.value().length()))
                    .orElse(new IfupCommand.Unclear());
        }
        return option.name().equals("pre-up") || option.isAfterUp()
                ? IfupCommand.parse(option.value(), name)
                : new IfupCommand.Other();
    }

    /** Whether its own commands make it, as {@code create_child} or {@code ip link add ... type ipoib} do. */
    boolean makesIpoib() {
        return stanzas(name).stream()
                .flatMap(p -> ((InterfacesFile.Stanza) p.statement()).options().stream())
                .filter(o -> o.name().equals("pre-up"))
                .anyMatch(o -> o.value().contains("create_child")
                        || (o.value().contains("link add") && o.value().contains("ipoib")));
    }

    /** Whether {@code auto} or {@code allow-*} brings it up by itself. */
    boolean isStarted() {
        return InterfacesFiles.starts(statements, name);
    }

    /** Whether a file of this path would be read with the others. */
    boolean sources(String path) {
        return statements.stream()
                .anyMatch(p -> p.statement() instanceof InterfacesFile.Source source
                        && InterfacesFiles.isSourced(p.file().path(), source, path));
    }

    /** Why the file with its stanza cannot go as a whole. */
    Optional<String> shared() {
        List<InterfacesFile> files = stanzas(name).stream()
                .map(InterfacesFiles.Placed::file)
                .distinct()
                .toList();
        InterfacesFile file = files.getFirst();
        boolean onlyThis = files.size() == 1
                && !file.path().equals(InterfacesFiles.MAIN)
                && file.statements().stream().allMatch(s -> switch (s) {
                    case InterfacesFile.Stanza stanza -> stanza.name().equals(name);
                    case InterfacesFile.Starting starting ->
                        starting.names().stream().allMatch(name::equals);
                    case InterfacesFile.Source ignored -> false;
                    case InterfacesFile.Mapping ignored -> false;
                });
        return onlyThis
                ? Optional.empty()
                : Optional.of("%s holds more than %s; take its stanza out there".formatted(file.path(), name));
    }

    boolean isEmpty() {
        return stanzas(name).isEmpty();
    }

    /** Why MTU and mode cannot be told, if they cannot. */
    Optional<String> unclear() {
        return actions.stream()
                .filter(a -> a.does() instanceof IfupCommand.Unclear)
                .map(a -> "it cannot be told what line %d of %s does to %s"
                        .formatted(a.option().line(), a.file().path(), name))
                .findFirst();
    }

    List<Action> actions() {
        return actions;
    }

    List<InterfacesFiles.Placed> statements() {
        return statements;
    }

    String name() {
        return name;
    }

    List<InterfacesFiles.Placed> stanzas() {
        return stanzas(name);
    }

    /** The file that a change goes to: the last of its stanzas' that sets one of both, else that of the first stanza. */
    InterfacesFile edited() {
        return actions.stream()
                .filter(Action::own)
                .map(Action::file)
                .reduce((a, b) -> b)
                .orElseGet(() -> stanzas(name).getFirst().file());
    }

    /** Connected mode begins with the largest MTU that there is (kernel: ipoib_set_mode), so one set before is lost. */
    @Override
    public Optional<Integer> mtu() {
        Optional<Integer> mtu = Optional.empty();
        Optional<IpoibMode> mode = Optional.empty();
        for (Action action : actions) {
            if (action.does() instanceof IfupCommand.SetsMtu sets) {
                mtu = Optional.of(sets.mtu());
            } else if (action.does() instanceof IfupCommand.SetsMode sets) {
                boolean enters = sets.mode() == IpoibMode.CONNECTED && !mode.equals(Optional.of(IpoibMode.CONNECTED));
                mtu = enters ? Optional.empty() : mtu;
                mode = Optional.of(sets.mode());
            }
        }
        return mtu;
    }

    @Override
    public Optional<IpoibMode> mode() {
        return actions.stream()
                .flatMap(a -> a.does() instanceof IfupCommand.SetsMode sets
                        ? Optional.of(sets.mode()).stream()
                        : Optional.<IpoibMode>empty().stream())
                .reduce((a, b) -> b);
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        return new InterfacesEdit(this).with(mtu, mode);
    }

    /** These settings with one file's text replaced; nothing when it cannot be read then. */
    Optional<InterfacesSettings> with(InterfacesFile file, String text) {
        if (!(InterfacesFile.parse(file.path(), text) instanceof Parsed.Document<InterfacesFile> again)) {
            return Optional.empty();
        }
        var changed = again.document().statements().iterator();
        var after = new ArrayList<InterfacesFiles.Placed>();
        for (InterfacesFiles.Placed placed : statements) {
            boolean here = placed.file() == file;
            if (here && !changed.hasNext()) {
                return Optional.empty();
            }
            after.add(here ? new InterfacesFiles.Placed(again.document(), changed.next()) : placed);
        }
        return changed.hasNext() ? Optional.empty() : Optional.of(new InterfacesSettings(after, name));
    }

    @Override
    public String toString() {
        return "InterfacesSettings[" + name + " in " + edited().path() + "]";
    }
}
