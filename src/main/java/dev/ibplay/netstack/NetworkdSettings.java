package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.IniText;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** What a .network file and its drop-ins say of an interface, together with the .netdev and .link files for it. */
final class NetworkdSettings implements InterfaceFile {
    private static final Set<String> TRUE = Set.of("yes", "true", "1", "on", "y", "t");

    private final List<NetworkdFile> parts;
    private final List<NetworkdFile> earlier;
    private final List<IniText.Entry> entries;

    /**
     * @param parts the .network file, then its drop-ins in their order; the last word counts
     * @param earlier what sets values before networkd takes the .network file
     */
    NetworkdSettings(List<NetworkdFile> parts, List<NetworkdFile> earlier) {
        this.parts = List.copyOf(parts);
        this.earlier = List.copyOf(earlier);
        this.entries = parts.stream().flatMap(p -> p.entries().stream()).toList();
    }

    Match matches(NetworkLink link) {
        return new NetworkdMatch(entries).matches(link);
    }

    boolean isUnmanaged() {
        return entries.stream()
                .filter(e -> e.is("Link", "Unmanaged"))
                .reduce((a, b) -> b)
                .filter(e -> TRUE.contains(e.value()))
                .isPresent();
    }

    /** The file that a change goes to: the last that has an MTU or a mode, else the .network file itself. */
    NetworkdFile edited() {
        return parts.stream()
                .filter(p -> p.says(true, true))
                .reduce((a, b) -> b)
                .orElse(parts.getFirst());
    }

    @Override
    public Optional<Integer> mtu() {
        return NetworkdFile.mtu(entries, "Link")
                .or(() -> earlier.stream().flatMap(f -> f.mtu().stream()).reduce((a, b) -> b));
    }

    @Override
    public Optional<IpoibMode> mode() {
        return NetworkdFile.mode(entries)
                .or(() -> earlier.stream().flatMap(f -> f.mode().stream()).reduce((a, b) -> b));
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        Optional<Integer> newMtu = mtu.filter(n -> !mtu().equals(mtu));
        Optional<IpoibMode> newMode = mode.filter(m -> !mode().equals(mode));
        if (newMtu.isEmpty() && newMode.isEmpty()) {
            return new Rewrite.Done(edited().text());
        }
        Optional<String> obstacle = edited().obstacle().or(() -> secondWriter(newMtu.isPresent(), newMode.isPresent()));
        if (obstacle.isPresent()) {
            return new Rewrite.Refused(obstacle.get());
        }
        Optional<String> several = new NetworkdMatch(entries).several();
        if (several.isPresent()) {
            return NetworkdFile.refusedFor(parts.getFirst().path(), several.get());
        }
        Rewrite rewrite = edited().edited(newMtu, newMode);
        return rewrite instanceof Rewrite.Done done && !says(done.text(), mtu, mode)
                ? new Rewrite.Refused("another drop-in of %s has the last word"
                        .formatted(parts.getFirst().path()))
                : rewrite;
    }

    List<String> values(String section, String key) {
        return NetworkdFile.values(entries, section, key);
    }

    /** The .netdev by which networkd makes the interface, if it is an IPoIB child. */
    Optional<NetworkdFile> netdev() {
        return earlier.stream().filter(NetworkdFile::isIpoibNetdev).findFirst();
    }

    /**
     * The text of a file of this interface with a child more.
     *
     * @param place one of the files, as it is now
     */
    Rewrite withChild(String child, ConfigFile place) {
        Optional<String> obstacle = edited().obstacle();
        Optional<String> several = new NetworkdMatch(entries).several();
        if (obstacle.isPresent()) {
            return new Rewrite.Refused(obstacle.get());
        }
        if (several.isPresent()) {
            return NetworkdFile.refusedFor(parts.getFirst().path(), several.get());
        }
        return switch (NetworkdFile.parse(place.path(), place.text())) {
            case Parsed.Unreadable<NetworkdFile> unreadable ->
                new Rewrite.Refused(place.path() + ": " + unreadable.because());
            case Parsed.Document<NetworkdFile> file ->
                file.document().names(child)
                        ? new Rewrite.Done(place.text())
                        : file.document().withChild(child);
        };
    }

    /** What takes this child out: its own two files, and the line of its parent. A .network file for several stays. */
    ChildFiles.Result removal(Optional<NetworkdSettings> parent, UnaryOperator<ConfigFile> now) {
        Optional<NetworkdFile> netdev = netdev();
        boolean isForSeveral = new NetworkdMatch(entries).several().isPresent();
        Optional<String> obstacle = netdev.flatMap(NetworkdFile::obstacle)
                .or(() -> isForSeveral ? Optional.empty() : parts.getFirst().obstacle())
                .or(() -> isForSeveral || parts.size() == 1
                        ? Optional.empty()
                        : Optional.of(
                                "%s has drop-ins".formatted(parts.getFirst().path())));
        if (obstacle.isPresent() || netdev.isEmpty()) {
            return new ChildFiles.Result.Refused(obstacle.orElse("no .netdev file makes it"));
        }
        var changes = new ArrayList<ChildFiles.Change>();
        changes.add(ChildFiles.Change.removed(netdev.get().path(), netdev.get().text()));
        if (!isForSeveral) {
            changes.add(ChildFiles.Change.removed(
                    parts.getFirst().path(), parts.getFirst().text()));
        }
        String child = netdev.get().netdevName().orElse("");
        for (NetworkdFile part : parent.map(p -> p.parts).orElse(List.of())) {
            if (part.names(child)) {
                ConfigFile place = now.apply(new ConfigFile(part.path(), part.text()));
                switch (withoutChild(child, place)) {
                    case Rewrite.Refused refused -> {
                        return new ChildFiles.Result.Refused(refused.because());
                    }
                    case Rewrite.Done done ->
                        changes.add(new ChildFiles.Change(
                                place.path(), Optional.of(place.text()), Optional.of(done.text())));
                }
            }
        }
        return new ChildFiles.Result.Done(changes);
    }

    private static Rewrite withoutChild(String child, ConfigFile place) {
        return switch (NetworkdFile.parse(place.path(), place.text())) {
            case Parsed.Unreadable<NetworkdFile> unreadable ->
                new Rewrite.Refused(place.path() + ": " + unreadable.because());
            case Parsed.Document<NetworkdFile> file ->
                file.document()
                        .obstacle()
                        .<Rewrite>map(Rewrite.Refused::new)
                        .orElseGet(() -> file.document().withoutChild(child));
        };
    }

    private boolean says(String text, Optional<Integer> mtu, Optional<IpoibMode> mode) {
        if (!(NetworkdFile.parse(edited().path(), text) instanceof Parsed.Document<NetworkdFile> again)) {
            return false;
        }
        List<NetworkdFile> after =
                parts.stream().map(p -> p == edited() ? again.document() : p).toList();
        var result = new NetworkdSettings(after, earlier);
        return (mtu.isEmpty() || result.mtu().equals(mtu))
                && (mode.isEmpty() || result.mode().equals(mode));
    }

    /** A second place for one value would be forgotten at the next change by hand. */
    private Optional<String> secondWriter(boolean mtu, boolean mode) {
        boolean ownMtu = parts.stream().anyMatch(p -> p.says(true, false));
        boolean ownMode = parts.stream().anyMatch(p -> p.says(false, true));
        return earlier.stream()
                .filter(f -> f.says(mtu && !ownMtu, mode && !ownMode))
                .map(f -> "%s sets it already; change it there, or take it out of there".formatted(f.path()))
                .findFirst();
    }

    @Override
    public String toString() {
        return "NetworkdSettings" + parts;
    }
}
