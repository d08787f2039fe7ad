package dev.ibplay.facts.linux;

import dev.ibplay.facts.Fact;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.facts.InterfaceOwner.Unclear;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** wicked: by the origin of the configuration that ifstatus names. */
final class WickedOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.WICKED;
    private static final String UNIT = "wicked.service";
    private static final String COMPATIBLE = "compat:";
    private static final List<String> FOLDERS = List.of(NetstackPlaces.SUSE_NETWORK);

    private final Netstacks stacks;
    private final StackFiles files;

    WickedOwner(Netstacks stacks, StackFiles files) {
        this.stacks = stacks;
        this.files = files;
    }

    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        Optional<WickedText.Interface> found = stacks.wicked().ifKnown().map(all -> all.get(link.name()));
        return found.flatMap(WickedText.Interface::origin)
                .map(origin -> byOrigin(origin, link))
                .or(() -> found.isPresent() ? named(link) : Optional.empty());
    }

    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        return stacks.wicked() instanceof Fact.Absent<Map<String, WickedText.Interface>> && stacks.startsAtBoot(UNIT)
                ? named(link)
                : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        boolean runs = stacks.wicked() instanceof Fact.Known<Map<String, WickedText.Interface>>;
        return runs || stacks.startsAtBoot(UNIT) ? named(link) : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return stacks.wicked() instanceof Fact.Unreadable<Map<String, WickedText.Interface>> unreadable
                ? Optional.of(new Unclear(SELF, unreadable.because()))
                : Optional.empty();
    }

    private InterfaceOwner byOrigin(String origin, NetworkLink link) {
        if (!origin.startsWith(COMPATIBLE)) {
            return new Unclear(SELF, "its configuration comes from " + origin);
        }
        String path = origin.substring(origin.lastIndexOf(':') + 1);
        String absolute = path.startsWith("/") ? path : NetstackPlaces.SUSE_NETWORK + "/ifcfg-" + link.name();
        return files.config(absolute)
                .map(this::owner)
                .orElseGet(() -> new Unclear(SELF, files.obstacle(FOLDERS).orElse(absolute + " was not found")));
    }

    /** wicked takes no name but that of the file. */
    private Optional<InterfaceOwner> named(NetworkLink link) {
        Optional<String> obstacle = files.obstacle(FOLDERS);
        return obstacle.isPresent()
                ? obstacle.map(because -> new Unclear(SELF, because))
                : files.config(NetstackPlaces.SUSE_NETWORK + "/ifcfg-" + link.name())
                        .map(this::owner);
    }

    private InterfaceOwner owner(ConfigFile file) {
        return switch (IfcfgFile.parse(IfcfgFile.Dialect.WICKED, file.path(), file.text())) {
            case Parsed.Document<IfcfgFile> parsed ->
                files.configured(SELF, SELF, file.path(), parsed.document(), Optional.empty());
            case Parsed.Unreadable<IfcfgFile> unreadable ->
                new Unclear(SELF, file.path() + ": " + unreadable.because());
        };
    }
}
