package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.List;
import java.util.Optional;

/** What all files of netplan together say of one definition: of each key the last file counts (netplan(5), merging). */
final class NetplanSettings implements InterfaceFile {
    private final List<NetplanFile> files;
    private final String section;
    private final String id;

    /** @param files in the order in which netplan reads them; some have the definition */
    NetplanSettings(List<NetplanFile> files, String section, String id) {
        this.files = List.copyOf(files);
        this.section = section;
        this.id = id;
    }

    private List<NetplanDefinition> parts() {
        return files.stream()
                .flatMap(f -> f.definitions().stream())
                .filter(d -> d.section().equals(section) && d.id().text().equals(id))
                .toList();
    }

    private Optional<String> last(String key) {
        return parts().stream()
                .flatMap(p -> p.scalar(key).stream())
                .map(s -> s.text())
                .reduce((a, b) -> b);
    }

    private Optional<String> match(String key) {
        return parts().stream()
                .flatMap(p -> p.match(key).stream())
                .map(s -> s.text())
                .reduce((a, b) -> b);
    }

    private List<String> drivers() {
        return parts().stream()
                .map(NetplanDefinition::drivers)
                .filter(d -> !d.isEmpty())
                .reduce((a, b) -> b)
                .orElse(List.of());
    }

    /** The back end: the definition's, else its section's, else that of all. */
    Optional<String> renderer() {
        return last("renderer")
                .or(() -> files.stream()
                        .flatMap(f -> f.renderer(Optional.of(section)).stream())
                        .reduce((a, b) -> b))
                .or(() -> files.stream()
                        .flatMap(f -> f.renderer(Optional.empty()).stream())
                        .reduce((a, b) -> b));
    }

    /** Without {@code match} the key is the interface's name; with it, only what stands there counts. */
    Match matches(NetworkLink link) {
        if (parts().stream().noneMatch(NetplanDefinition::hasMatch)) {
            return Match.of(id.equals(link.name()));
        }
        Optional<String> name = last("set-name").or(() -> match("name"));
        Match result = name.map(n -> Match.of(Glob.matches(n, link.name()))).orElse(Match.YES);
        Optional<HardwareAddress> address = match("macaddress").flatMap(HardwareAddress::parse);
        if (address.isPresent() && link.address().isPresent()) {
            HardwareAddress own = link.address().get();
            result = result.and(Match.of(own.equals(address.get()) || own.samePort(address.get())));
        } else if (match("macaddress").isPresent()) {
            result = result.and(id.equals(link.name()) || name.isPresent() ? Match.YES : Match.UNKNOWN);
        }
        if (!drivers().isEmpty()) {
            result = result.and(link.driver()
                    .map(d -> Match.of(drivers().stream().anyMatch(p -> Glob.matches(p, d))))
                    .orElse(Match.UNKNOWN));
        }
        return result;
    }

    private Optional<String> several() {
        boolean bound = parts().stream().noneMatch(NetplanDefinition::hasMatch)
                || match("macaddress").isPresent()
                || last("set-name").isPresent()
                || match("name").filter(n -> !Glob.isPattern(n)).isPresent();
        return bound
                ? Optional.empty()
                : Optional.of(match("name").map(n -> "match: name: " + n).orElse("match"));
    }

    /** The file that a change goes to: the last that has an MTU or a mode, else the last that has the definition. */
    NetplanFile edited() {
        List<NetplanDefinition> parts = parts();
        NetplanDefinition target = parts.stream()
                .filter(p -> p.says(NetplanDefinition.MTU) || p.says(NetplanDefinition.MODE))
                .reduce((a, b) -> b)
                .orElse(parts.getLast());
        return files.stream()
                .filter(f -> f.path().equals(target.path()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public Optional<Integer> mtu() {
        return last(NetplanDefinition.MTU).flatMap(MtuText::bytes);
    }

    @Override
    public Optional<IpoibMode> mode() {
        return parts().stream().flatMap(p -> p.mode().stream()).reduce((a, b) -> b);
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        Optional<Integer> newMtu = mtu.filter(n -> !mtu().equals(mtu));
        Optional<IpoibMode> newMode = mode.filter(m -> !mode().equals(mode));
        NetplanFile file = edited();
        if (newMtu.isEmpty() && newMode.isEmpty()) {
            return new Rewrite.Done(file.text());
        }
        if (several().isPresent()) {
            return new Rewrite.Refused("%s in %s is for several interfaces (%s); give this one a definition of its own"
                    .formatted(id, file.path(), several().get()));
        }
        if (!file.path().startsWith("/etc/")) {
            return new Rewrite.Refused(file.path() + " is not below /etc and would not keep a change");
        }
        Rewrite first = newMtu.map(n -> file.with(section, id, NetplanDefinition.MTU, Integer.toString(n)))
                .orElse(new Rewrite.Done(file.text()));
        if (newMode.isEmpty() || !(first instanceof Rewrite.Done done)) {
            return first;
        }
        return NetplanFile.parse(file.path(), done.text()) instanceof Parsed.Document<NetplanFile> again
                ? again.document()
                        .with(section, id, NetplanDefinition.MODE, newMode.get().word())
                : new Rewrite.Refused("the file cannot be read again after the change");
    }

    @Override
    public String toString() {
        return "NetplanSettings[" + id + " in " + edited().path() + "]";
    }
}
