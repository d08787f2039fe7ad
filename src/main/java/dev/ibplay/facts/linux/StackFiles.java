package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.InterfaceOwner;
import dev.ibplay.netstack.ConfigFile;
import dev.ibplay.netstack.InterfaceFile;
import dev.ibplay.netstack.NetstackKind;
import dev.ibplay.netstack.Placement;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The files of network stacks as documents are made of them, and owners made of documents. */
final class StackFiles {
    private final ObservedFiles files;

    StackFiles(ObservedFiles files) {
        this.files = files;
    }

    /** The files of folders (not of those below) that could be read. */
    List<ConfigFile> in(Collection<String> folders) {
        return folders.stream()
                .flatMap(folder -> files.in(folder).stream())
                .flatMap(file -> config(file).stream())
                .toList();
    }

    /** The files of folders and of all below. */
    List<ConfigFile> below(Collection<String> folders) {
        return files.files().values().stream()
                .filter(file -> folders.stream().anyMatch(folder -> file.path().startsWith(folder + "/")))
                .flatMap(file -> config(file).stream())
                .toList();
    }

    Optional<ConfigFile> config(String path) {
        return config(files.get(path));
    }

    /** Of a file that is not UTF-8 this is good enough to see what it is for; it is not to be changed. */
    private static Optional<ConfigFile> config(FileObserved file) {
        return file.content().ifKnown().map(content -> new ConfigFile(file.path(), content.lossyText()));
    }

    /** Why a file may be missing among those of some folders. */
    Optional<String> obstacle(Collection<String> folders) {
        return files.obstacle(folders);
    }

    /** What a stack's files say of an interface; nothing where they have nothing for it, and all of them are known. */
    Optional<InterfaceOwner> placed(
            NetstackKind kind,
            NetstackKind by,
            Placement placement,
            Collection<String> folders,
            Optional<String> profile) {
        Optional<String> obstacle = obstacle(folders);
        if (obstacle.isPresent()) {
            return Optional.of(new InterfaceOwner.Unclear(kind, obstacle.get()));
        }
        return switch (placement) {
            case Placement.InFile in -> Optional.of(configured(kind, by, in.path(), in.file(), profile));
            case Placement.Unclear unclear -> Optional.of(new InterfaceOwner.Unclear(kind, unclear.because()));
            case Placement.Nowhere ignored -> Optional.empty();
        };
    }

    InterfaceOwner configured(
            NetstackKind kind, NetstackKind by, String path, InterfaceFile settings, Optional<String> profile) {
        FileObserved file = files.get(path);
        return switch (file.content()) {
            case Fact.Known<Bytes> known ->
                known.value().utf8().isPresent()
                        ? new InterfaceOwner.Configured(kind, file, settings, profile, by)
                        : new InterfaceOwner.Unclear(kind, path + " is not UTF-8");
            case Fact.Absent<Bytes> ignored -> new InterfaceOwner.Unclear(kind, path + " was not found");
            case Fact.Unreadable<Bytes> unreadable -> new InterfaceOwner.Unclear(kind, unreadable.because());
        };
    }
}
