package dev.ibplay.facts.linux;

import dev.ibplay.exec.Bytes;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.FileObserved;
import dev.ibplay.opensm.OpensmArguments;
import dev.ibplay.opensm.OpensmConf;
import java.util.Optional;

/**
 * Which files one OpenSM uses: its arguments win, then its conf, then what is compiled in (main.c). Where that cannot be told, the
 * files are unreadable.
 */
final class InstanceFiles {
    private static final String CONF = "opensm.conf";
    private static final String PARTITIONS = "partitions.conf";

    private final OpensmFilesRead files;
    private final OpensmDefaults defaults;
    private final OpensmArguments arguments;
    private final ProcessPlace place;
    private final Optional<String> unclear;

    /**
     * Of one OpenSM.
     *
     * @param unclear why nothing can be told, whatever the rest says
     */
    InstanceFiles(
            OpensmFilesRead files,
            OpensmDefaults defaults,
            OpensmArguments arguments,
            ProcessPlace place,
            Optional<String> unclear) {
        this.files = files;
        this.defaults = defaults;
        this.arguments = arguments;
        this.place = place;
        this.unclear = unclear;
    }

    FileObserved conf() {
        if (unclear.isPresent()) {
            return untold(CONF, unclear.get());
        }
        // The file is opened before a daemon changes its folder, and again after that.
        return arguments
                .config()
                .map(path -> isDaemon() && !path.startsWith("/")
                        ? untold(CONF, "-F %s of a daemon is relative to a folder that it has left".formatted(path))
                        : named(path, CONF))
                .orElseGet(() -> byDefault(defaults.conf(), CONF));
    }

    FileObserved partitions(FileObserved conf) {
        if (unclear.isPresent()) {
            return untold(PARTITIONS, unclear.get());
        }
        if (arguments.partitionConfig().isPresent()) {
            return named(arguments.partitionConfig().get(), PARTITIONS);
        }
        return switch (conf.content()) {
            case Fact.Unreadable<Bytes> unreadable ->
                untold(
                        defaults.partitions().orElse(PARTITIONS),
                        "opensm.conf, which may name another file, cannot be read: " + unreadable.because());
            case Fact.Absent<Bytes> ignored -> byDefault(defaults.partitions(), PARTITIONS);
            case Fact.Known<Bytes> known ->
                OpensmConf.parse(conf.path(), known.value().latin1())
                        .last("partition_config_file")
                        .map(located -> located.value())
                        .filter(path -> !path.isEmpty() && !path.equals("(null)"))
                        .map(path -> named(path, PARTITIONS))
                        .orElseGet(() -> byDefault(defaults.partitions(), PARTITIONS));
        };
    }

    private boolean isDaemon() {
        return arguments.all().stream().anyMatch(word -> word.equals("-B") || word.equals("--daemon"));
    }

    private FileObserved named(String path, String what) {
        if (path.startsWith("/")) {
            return files.dated(plain(path));
        }
        return place.folder()
                .map(folder -> files.dated(plain(folder + "/" + path)))
                .orElseGet(() -> untold(what, "%s is relative to a folder that cannot be told".formatted(path)));
    }

    private FileObserved byDefault(Optional<String> path, String what) {
        return path.map(p -> files.dated(plain(p)))
                .orElseGet(() -> untold(what, "where this OpenSM looks for %s cannot be told".formatted(what)));
    }

    private static FileObserved untold(String path, String why) {
        return new FileObserved(path, Fact.unreadable(why), 0);
    }

    /** Without what does not change where a path leads. */
    private static String plain(String path) {
        return path.replaceAll("/(\\./)+", "/").replaceAll("/{2,}", "/");
    }
}
