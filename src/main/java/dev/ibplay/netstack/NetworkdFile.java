package dev.ibplay.netstack;

import dev.ibplay.ib.IpoibMode;
import dev.ibplay.ib.PKey;
import dev.ibplay.text.IniGrammar;
import dev.ibplay.text.IniText;
import dev.ibplay.text.Parsed;
import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One file of systemd-networkd or udev: .network, a drop-in of one, .link or .netdev (systemd.network(5)). */
public final class NetworkdFile implements InterfaceFile {
    /** The folders that systemd reads; those of the first mask files of the same name in the others. */
    public static final List<String> FOLDERS = List.of(
            "/etc/systemd/network",
            "/run/systemd/network",
            "/usr/local/lib/systemd/network",
            "/usr/lib/systemd/network",
            "/lib/systemd/network");

    private final ConfigFile file;
    private final IniText ini;

    private NetworkdFile(ConfigFile file, IniText ini) {
        this.file = file;
        this.ini = ini;
    }

    public static Parsed<NetworkdFile> parse(String path, String text) {
        return switch (IniGrammar.SYSTEMD.read(text)) {
            case Parsed.Unreadable<IniText> unreadable -> new Parsed.Unreadable<>(unreadable.because());
            case Parsed.Document<IniText> ini ->
                new Parsed.Document<>(new NetworkdFile(new ConfigFile(path, text), ini.document()));
        };
    }

    public String path() {
        return file.path();
    }

    public String text() {
        return file.text();
    }

    List<IniText.Entry> entries() {
        return ini.entries();
    }

    /** All values of a key, in their order; an empty one takes back those before it. */
    public List<String> values(String section, String key) {
        return values(ini.entries(), section, key);
    }

    static List<String> values(List<IniText.Entry> entries, String section, String key) {
        List<String> values = new ArrayList<>();
        for (IniText.Entry entry : entries) {
            if (entry.is(section, key)) {
                if (entry.value().isEmpty()) {
                    values.clear();
                } else {
                    values.add(entry.value());
                }
            }
        }
        return List.copyOf(values);
    }

    private boolean isNetdev() {
        return file.name().endsWith(".netdev");
    }

    /** Whether this describes an IPoIB child that networkd makes; then {@link #netdevName} is its name. */
    public boolean isIpoibNetdev() {
        return isNetdev() && ini.value("NetDev", "Kind").filter("ipoib"::equals).isPresent();
    }

    /** The P_Key of a child that networkd makes, as a full member's, which is how the kernel makes it. */
    public Optional<PKey> partitionKey() {
        return isIpoibNetdev()
                ? ini.value("IPoIB", "PartitionKey").flatMap(PKey::parse).map(PKey::asFullMember)
                : Optional.empty();
    }

    /** Whether the file has networkd make the child on its interface. */
    boolean names(String child) {
        return ini.entries().stream()
                .anyMatch(e -> e.is("Network", "IPoIB") && e.value().equals(child));
    }

    /** The text with a child more. */
    Rewrite withChild(String child) {
        return ini.withMore("Network", "IPoIB", child);
    }

    /** The text without a child. */
    Rewrite withoutChild(String child) {
        return ini.without("Network", "IPoIB", child);
    }

    public Optional<String> netdevName() {
        return isNetdev() ? ini.value("NetDev", "Name") : Optional.empty();
    }

    /** Whether the file is meant for the interface; a drop-in may add to what its main file says. */
    public Match matches(NetworkLink link) {
        return isNetdev()
                ? Match.of(netdevName().filter(link.name()::equals).isPresent())
                : new NetworkdMatch(ini.entries()).matches(link);
    }

    @Override
    public Optional<Integer> mtu() {
        return mtu(ini.entries(), isNetdev() ? "NetDev" : "Link");
    }

    @Override
    public Optional<IpoibMode> mode() {
        return mode(ini.entries());
    }

    /** An empty value takes back what was before it, and one that is no size is passed over (config_parse_mtu). */
    static Optional<Integer> mtu(List<IniText.Entry> entries, String section) {
        Optional<Integer> mtu = Optional.empty();
        for (IniText.Entry entry : entries) {
            if (entry.is(section, "MTUBytes")) {
                Optional<Integer> size = MtuText.size(entry.value());
                mtu = entry.value().isEmpty() ? Optional.empty() : size.isPresent() ? size : mtu;
            }
        }
        return mtu.filter(n -> n > 0);
    }

    static Optional<IpoibMode> mode(List<IniText.Entry> entries) {
        Optional<IpoibMode> mode = Optional.empty();
        for (IniText.Entry entry : entries) {
            if (entry.is("IPoIB", "Mode")) {
                Optional<IpoibMode> word = Arrays.stream(IpoibMode.values())
                        .filter(m -> m.word().equals(entry.value()))
                        .findFirst();
                mode = entry.value().isEmpty() ? Optional.empty() : word.isPresent() ? word : mode;
            }
        }
        return mode;
    }

    boolean says(boolean mtu, boolean mode) {
        return (mtu && ini.last(isNetdev() ? "NetDev" : "Link", "MTUBytes").isPresent())
                || (mode && ini.last("IPoIB", "Mode").isPresent());
    }

    @Override
    public Rewrite with(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        boolean sameMtu = mtu.isEmpty() || mtu.equals(mtu());
        boolean sameMode = mode.isEmpty() || mode.equals(mode());
        if (sameMtu && sameMode) {
            return new Rewrite.Done(text());
        }
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return new Rewrite.Refused(obstacle.get());
        }
        Optional<String> several = isNetdev() ? Optional.empty() : new NetworkdMatch(ini.entries()).several();
        return several.<Rewrite>map(pattern -> refusedFor(path(), pattern)).orElseGet(() -> edited(mtu, mode));
    }

    static Rewrite.Refused refusedFor(String path, String pattern) {
        return new Rewrite.Refused(
                "%s is for several interfaces (%s); give this one a file of its own".formatted(path, pattern));
    }

    Optional<String> obstacle() {
        if (path().startsWith("/run/")) {
            boolean netplan = file.name().contains("-netplan-") || file.folder().contains("-netplan-");
            return Optional.of(path()
                    + (netplan
                            ? " is generated by netplan; its YAML is the place for a change"
                            : " is gone after a reboot; copy it below /etc/systemd/network first"));
        }
        return path().startsWith("/usr/") || path().startsWith("/lib/")
                ? Optional.of(path() + " belongs to a package; copy it below /etc/systemd/network first")
                : Optional.empty();
    }

    /** The edit itself, whatever interfaces the file is for. */
    Rewrite edited(Optional<Integer> mtu, Optional<IpoibMode> mode) {
        Rewrite result = new Rewrite.Done(text());
        if (mtu.isPresent() && !mtu.equals(mtu())) {
            result = ini.with(isNetdev() ? "NetDev" : "Link", "MTUBytes", Integer.toString(mtu.get()));
        }
        if (mode.isEmpty() || mode.equals(mode()) || !(result instanceof Rewrite.Done done)) {
            return result;
        }
        return IniGrammar.SYSTEMD.read(done.text()) instanceof Parsed.Document<IniText> again
                ? again.document().with("IPoIB", "Mode", mode.get().word())
                : new Rewrite.Refused("the file cannot be read again after the change");
    }

    @Override
    public String toString() {
        return "NetworkdFile[" + file + "]";
    }
}
