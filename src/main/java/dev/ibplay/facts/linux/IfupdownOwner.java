package dev.ibplay.facts.linux;

import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.InterfacesFiles;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Debian's ifupdown: a stanza for the interface, whether it is up now or not, where there is an ifup to read it. */
final class IfupdownOwner implements StackOwner {
    private static final NetstackKind SELF = NetstackKind.IFUPDOWN;
    private static final List<String> PLACES = List.of("/etc/network");
    private static final Pattern SOURCE = Pattern.compile("\\s*source(?:-directory)?\\s+(.+)");

    private final Netstacks stacks;
    private final StackFiles files;

    IfupdownOwner(Netstacks stacks, StackFiles files) {
        this.stacks = stacks;
        this.files = files;
    }

    /**
     * The stanza for an interface.
     *
     * @param by NetworkManager may read it, too (its ifupdown plugin)
     */
    Optional<InterfaceOwner> stanza(NetworkLink link, NetstackKind by) {
        List<ConfigFile> all = files.below(PLACES);
        return files.placed(SELF, by, new InterfacesFiles(all).find(link), PLACES, Optional.empty())
                .or(() -> all.stream()
                        .flatMap(file -> elsewhere(file).stream())
                        .findFirst()
                        .map(because -> new InterfaceOwner.Unclear(SELF, because)));
    }

    /** Whether a file sources others that were not read, since their names were not known beforehand. */
    private static Optional<String> elsewhere(ConfigFile file) {
        return file.text()
                .lines()
                .map(SOURCE::matcher)
                .filter(Matcher::matches)
                .flatMap(matcher -> Arrays.stream(matcher.group(1).strip().split("\\s+", -1)))
                .map(word -> word.startsWith("/") ? word : file.folder() + "/" + word)
                .filter(path -> !(path + "/").startsWith(NetstackPlaces.INTERFACES_FOLDER + "/"))
                .findFirst()
                .map(path -> "%s sources %s, where a stanza may be".formatted(file.path(), path));
    }

    /** ifupdown is no daemon. */
    @Override
    public Optional<InterfaceOwner> now(NetworkLink link) {
        return Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> atBoot(NetworkLink link) {
        return stacks.hasIfupdown() ? stanza(link, SELF) : Optional.empty();
    }

    @Override
    public Optional<InterfaceOwner> configured(NetworkLink link) {
        return atBoot(link);
    }

    @Override
    public Optional<InterfaceOwner> doubt() {
        return Optional.empty();
    }
}
