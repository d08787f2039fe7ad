package dev.ibplay.opensm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The options that an OpenSM process works with: those of its file, with the arguments on top at the start. On SIGHUP only
 * lines count that differ from what the file said last, so that a changed line beats an argument (facts E10).
 */
public final class RunningOptions {
    private final EffectiveOptions values;

    private RunningOptions(EffectiveOptions values) {
        this.values = values;
    }

    /**
     * Those of a process that starts.
     *
     * @param conf nothing when there is no file
     */
    public static RunningOptions atStart(Optional<OpensmConf> conf, OpensmArguments arguments) {
        EffectiveOptions values =
                EffectiveOptions.atStart(conf.map(OpensmConf::lines).orElse(List.of()));
        arguments(arguments).forEach(values::replace);
        return new RunningOptions(values);
    }

    /** What an argument says in the words of the file (main.c: main). */
    private static Map<String, String> arguments(OpensmArguments given) {
        Map<String, String> replaced = new LinkedHashMap<>();
        given.priority().ifPresent(text -> decimal(replaced, "sm_priority", text));
        given.partitionConfig().ifPresent(path -> replaced.put("partition_config_file", path));
        given.value("f", "log_file").ifPresent(path -> replaced.put("log_file", path));
        given.guid().ifPresent(text -> replaced.put("guid", hexadecimal(text)));
        given.value("k", "smkey").ifPresent(text -> replaced.put("sm_key", hexadecimal(text)));
        given.value("s", "sweep").ifPresent(text -> decimal(replaced, "sweep_interval", text));
        given.value("l", "lmc").ifPresent(text -> decimal(replaced, "lmc", text));
        if (given.has("I", "inactive")) {
            replaced.put("sm_inactive", "TRUE");
        }
        if (given.has("r", "reassign_lids")) {
            replaced.put("reassign_lids", "TRUE");
        }
        return replaced;
    }

    private static void decimal(Map<String, String> replaced, String key, String text) {
        replaced.put(key, Long.toString(CNumber.parse(text).value()));
    }

    /** Taken as hexadecimal with or without 0x. */
    private static String hexadecimal(String text) {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text : "0x" + text;
        return "0x%016x".formatted(CNumber.parse(digits).value());
    }

    /** What becomes of them on SIGHUP, and before each heavy sweep, when the file says this. */
    public RunningOptions afterReading(OpensmConf conf) {
        return new RunningOptions(values.afterHup(conf.lines()));
    }

    /** A number, unsigned; 0 for a key whose values are none. */
    public long number(String key) {
        return CNumber.parse(values.get(key)).value();
    }

    /** The number of a key that may have none, as those of Mellanox's OpenSM. */
    public OptionalLong numberIfSet(String key) {
        return values.get(key).isEmpty() ? OptionalLong.empty() : OptionalLong.of(number(key));
    }

    public boolean truth(String key) {
        return values.get(key).equals("TRUE");
    }

    /** A text; the default of Debian's build where neither file nor argument says it. */
    public String text(String key) {
        return values.get(key);
    }

    /** What of them changes the meaning of partitions.conf. */
    public SmOptions forPartitions() {
        return new SmOptions(truth("qos"), truth("allow_both_pkeys"), false);
    }
}
