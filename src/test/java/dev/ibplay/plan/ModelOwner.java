package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.IfcfgFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.InterfacesFiles;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.netstack.NetplanFiles;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.NetworkLink;
import dev.ibplay.netstack.NetworkdFiles;
import dev.ibplay.netstack.Placement;
import dev.ibplay.text.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The network stack of a model's interface; what its file says comes from the real parsers. */
record ModelOwner(NetstackKind kind, NetstackKind by, String path, Optional<String> profile) {
    static ModelOwner of(NetstackKind kind, String path) {
        return new ModelOwner(kind, kind, path, Optional.empty());
    }

    static ModelOwner byNetworkManager(NetstackKind kind, String path) {
        return new ModelOwner(kind, NetstackKind.NETWORK_MANAGER, path, Optional.of("profile"));
    }

    InterfaceOwner.Configured in(String name, Map<String, String> files) {
        String text = Optional.ofNullable(files.get(path)).orElseThrow();
        var file = new FileObserved(path, Fact.known(Bytes.ofLatin1(text)), 500);
        return new InterfaceOwner.Configured(kind, file, settings(name, text), profile, by);
    }

    InterfaceFile settings(String name, String text) {
        List<ConfigFile> all = List.of(new ConfigFile(path, text));
        NetworkLink link = NetworkLink.named(name);
        return switch (kind) {
            case NETWORK_MANAGER -> document(Keyfile.parse(path, text));
            case IFCFG, WICKED -> document(IfcfgFile.parse(path, text));
            case NETPLAN -> placed(new NetplanFiles(all).find(link));
            case NETWORKD -> placed(new NetworkdFiles(all).find(link));
            case IFUPDOWN -> placed(new InterfacesFiles(all).find(link));
        };
    }

    private static <D extends InterfaceFile> D document(Parsed<D> parsed) {
        return switch (parsed) {
            case Parsed.Document<D> document -> document.document();
            case Parsed.Unreadable<D> unreadable -> throw new AssertionError(unreadable.because());
        };
    }

    private static InterfaceFile placed(Placement placement) {
        if (placement instanceof Placement.InFile in) {
            return in.file();
        }
        throw new AssertionError(placement);
    }
}
