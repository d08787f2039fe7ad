package dev.ibplay.netstack;

import dev.ibplay.ib.PKey;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The files by which network stacks bring P_Key children of IPoIB interfaces back after a reboot. What is written has been read
 * again by the stack's own grammar and makes the child that was asked for.
 */
public final class ChildFiles {
    static final String KEYFILES = "/etc/NetworkManager/system-connections/";
    private static final String NETWORKD = "/etc/systemd/network/";

    /** networkd takes the first .network file by name that fits; one for all {@code ib*} is likely to have a larger number. */
    private static final String FIRST = "05-";

    /**
     * One file.
     *
     * @param before empty where there is none yet
     * @param after empty where it goes
     */
    public record Change(String path, Optional<String> before, Optional<String> after) {
        static Change made(String path, String text) {
            return new Change(path, Optional.empty(), Optional.of(text));
        }

        static Change removed(String path, String text) {
            return new Change(path, Optional.of(text), Optional.empty());
        }

        /** Without the texts: they may hold passwords. */
        @Override
        public String toString() {
            return path;
        }
    }

    /** What is to be done. */
    public sealed interface Result {
        record Done(List<Change> changes) implements Result {
            public Done {
                changes = List.copyOf(changes);
            }
        }

        /**
         * Nothing is done.
         *
         * @param because for people, with the place
         */
        record Refused(String because) implements Result {}
    }

    private ChildFiles() {}

    /** Whether the files bring this child into being, under whatever name; others may only say what it is like. */
    public static boolean makes(InterfaceFile file, String parent, PKey pkey) {
        return switch (file) {
            case Keyfile keyfile ->
                keyfile.type().filter("infiniband"::equals).isPresent()
                        && keyfile.pkey().filter(pkey::samePartition).isPresent()
                        && keyfile.parent().map(parent::equals).orElse(true);
            case IfcfgFile ifcfg ->
                ifcfg.pkey().filter(pkey::samePartition).isPresent()
                        && ifcfg.parent().map(parent::equals).orElse(true);
            case NetworkdSettings settings ->
                settings.netdev()
                        .flatMap(NetworkdFile::partitionKey)
                        .filter(pkey::samePartition)
                        .isPresent();
            case InterfacesSettings settings -> settings.makesIpoib();
            default -> false;
        };
    }

    /**
     * The files that make a child where its parent is the stack's.
     *
     * @param owner what the stack's files say of the parent
     * @param place the file that a change of the parent goes to, as it is now
     */
    public static Result creation(ChildLink child, InterfaceFile owner, ConfigFile place) {
        return switch (owner) {
            case Keyfile ignored -> keyfile(child);
            case IfcfgFile ifcfg -> ifcfg(child, ifcfg, place);
            case NetworkdSettings settings -> networkd(child, settings, place);
            case InterfacesSettings settings -> ifupdown(child, settings, place);
            default -> new Result.Refused("%s has no way to make P_Key children".formatted(place.path()));
        };
    }

    /**
     * What takes a child out of the files, where they hold nothing else.
     *
     * @param own what the files say of the child
     * @param place the file that a change of the child goes to, as it is now
     * @param parent what the same stack's files say of the parent, where it has that one, too
     * @param now a file as earlier changes leave it
     */
    public static Result removal(
            InterfaceFile own, ConfigFile place, Optional<InterfaceFile> parent, UnaryOperator<ConfigFile> now) {
        return switch (own) {
            case Keyfile keyfile -> orRefused(keyfile.obstacle(), Change.removed(place.path(), place.text()));
            case IfcfgFile ignored -> new Result.Done(List.of(Change.removed(place.path(), place.text())));
            case NetworkdSettings settings ->
                settings.removal(
                        parent.flatMap(p -> p instanceof NetworkdSettings of
                                ? Optional.of(of)
                                : Optional.<NetworkdSettings>empty()),
                        now);
            case InterfacesSettings settings ->
                orRefused(settings.shared(), Change.removed(place.path(), place.text()));
            default -> new Result.Refused("the child stands in %s; take it out there".formatted(place.path()));
        };
    }

    private static Result orRefused(Optional<String> obstacle, Change change) {
        return obstacle.<Result>map(Result.Refused::new).orElseGet(() -> new Result.Done(List.of(change)));
    }

    private static Result keyfile(ChildLink child) {
        String path = KEYFILES + child.name() + ".nmconnection";
        String text = ChildText.keyfile(child);
        return proven(child, Keyfile.parse(path, text), Change.made(path, text));
    }

    private static Result ifcfg(ChildLink child, IfcfgFile parent, ConfigFile place) {
        String path = place.folder() + "/ifcfg-" + child.name();
        boolean isWicked = parent.dialect() == IfcfgFile.Dialect.WICKED;
        String text = isWicked ? ChildText.wicked(child) : ChildText.redHat(child, parent.isLeftToScripts());
        return proven(child, IfcfgFile.parse(parent.dialect(), path, text), Change.made(path, text));
    }

    private static Result networkd(ChildLink child, NetworkdSettings parent, ConfigFile place) {
        return switch (parent.withChild(child.name(), place)) {
            case Rewrite.Refused refused -> new Result.Refused(refused.because());
            case Rewrite.Done done -> {
                String netdev = NETWORKD + FIRST + child.name() + ".netdev";
                String network = NETWORKD + FIRST + child.name() + ".network";
                var files = new NetworkdFiles(List.of(
                        new ConfigFile(netdev, ChildText.netdev(child)),
                        new ConfigFile(network, ChildText.network(child))));
                boolean isRight = files.find(NetworkLink.named(child.name())) instanceof Placement.InFile in
                        && child.isSaidBy(in.file());
                yield isRight
                        ? new Result.Done(List.of(
                                Change.made(netdev, ChildText.netdev(child)),
                                Change.made(network, ChildText.network(child)),
                                new Change(place.path(), Optional.of(place.text()), Optional.of(done.text()))))
                        : unproven(child);
            }
        };
    }

    /** A file of its own where the main one sources the folder, else the end of the file that has the parent. */
    private static Result ifupdown(ChildLink child, InterfacesSettings parent, ConfigFile place) {
        String stanza = ChildText.stanza(child, parent.isStarted());
        String fileName = child.name().replace('.', '-');
        Optional<String> own = List.of(fileName, fileName + ".cfg", child.name() + ".conf").stream()
                .map(name -> "/etc/network/interfaces.d/" + name)
                .filter(parent::sources)
                .findFirst();
        Change change = own.map(path -> Change.made(path, stanza))
                .orElseGet(() -> new Change(
                        place.path(), Optional.of(place.text()), Optional.of(appended(place.text(), stanza))));
        var main = new ConfigFile(InterfacesFiles.MAIN, change.after().orElseThrow());
        boolean isRight =
                new InterfacesFiles(List.of(main)).find(NetworkLink.named(child.name())) instanceof Placement.InFile in
                        && child.isSaidBy(in.file());
        return isRight ? new Result.Done(List.of(change)) : unproven(child);
    }

    private static String appended(String text, String stanza) {
        String end = text.isEmpty() || text.endsWith("\n") ? "" : "\n";
        return text + end + (text.isBlank() ? "" : "\n") + stanza;
    }

    private static Result proven(ChildLink child, Parsed<? extends InterfaceFile> parsed, Change change) {
        return parsed instanceof Parsed.Document<? extends InterfaceFile> document
                        && child.isSaidBy(document.document())
                ? new Result.Done(List.of(change))
                : unproven(child);
    }

    private static Result unproven(ChildLink child) {
        return new Result.Refused("the stack would not read %s as it is meant".formatted(child.name()));
    }
}
