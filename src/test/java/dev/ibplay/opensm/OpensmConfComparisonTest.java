package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import dev.ibplay.diag.Code;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random opensm.conf through {@code opensm -F FILE -c OUT} and through the model; {@code -Dopensm.confs=}, {@code -Dseed=}. */
@Tag("long")
class OpensmConfComparisonTest {
    private static final Path OPENSM = Path.of("/usr/sbin/opensm");

    @Test
    void everyKeyHasTheValueThatOpenSmGivesIt(@TempDir Path folder) throws IOException, InterruptedException {
        Missing.unless(Files.isExecutable(OPENSM), OPENSM.toString());
        int files = Integer.getInteger("opensm.confs", 400);
        long seed = Long.getLong("seed", System.nanoTime());
        var mismatches = new ArrayList<String>();
        int crashes = 0;
        for (int i = 0; i < files && mismatches.size() < 5; i++) {
            String file = new RandomOpensmConf(seed + i).file();
            OpensmConf conf = OpensmConf.parse("opensm.conf", file);
            boolean crash = conf.diagnostics().stream().anyMatch(d -> d.code() == Code.OPENSM_CONF_CRASH);
            Optional<Map<String, String>> real = normalised(folder, file);
            crashes += crash ? 1 : 0;
            List<String> wrong = new ArrayList<>();
            if (crash != real.isEmpty()) {
                wrong.add("OpenSM crashed: " + real.isEmpty() + ", the model says " + crash);
            }
            real.ifPresent(values -> OpensmOptions.known().stream()
                    .filter(o -> !o.isForkOnly())
                    .filter(o -> !o.reads(conf).value().equals(Optional.ofNullable(values.get(o.key()))))
                    .map(o -> "%s: OpenSM %s, model %s"
                            .formatted(
                                    o.key(), values.get(o.key()), o.reads(conf).value()))
                    .forEach(wrong::add));
            if (!wrong.isEmpty()) {
                mismatches.add("seed %d%n%s%n%s%n".formatted(seed + i, file, String.join("\n", wrong)));
            }
        }
        System.out.println("compared %d files, seed %d; OpenSM crashed on %d".formatted(files, seed, crashes));
        assertThat(mismatches).as("files of seed %d", seed).isEmpty();
    }

    /** The values that OpenSM writes out; empty where it crashed. */
    private static Optional<Map<String, String>> normalised(Path folder, String file)
            throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        Files.writeString(folder.resolve("in"), file, StandardCharsets.ISO_8859_1);
        Files.deleteIfExists(out);
        var builder = new ProcessBuilder(OPENSM.toString(), "-F", "in", "-c", "out").directory(folder.toFile());
        builder.environment().remove("OSM_TMP_DIR");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("talk").toFile())
                .start();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new IOException("no end of opensm -c for\n" + file);
        }
        return process.exitValue() == 0
                ? Optional.of(values(Files.readString(out, StandardCharsets.ISO_8859_1)))
                : Optional.empty();
    }

    private static Map<String, String> values(String out) {
        var values = new TreeMap<String, String>();
        for (String line : out.split("\n", -1)) {
            int blank = line.indexOf(' ');
            if (line.startsWith("#") || blank < 0) {
                continue;
            }
            String key = line.substring(0, blank);
            String value = line.substring(blank + 1);
            OptionType type = OpensmOptions.find(key).orElseThrow().type();
            if (type.isPerServiceLevel()) {
                boolean none = value.endsWith(" 0");
                values.merge(key, none ? "" : value, (a, b) -> a.isEmpty() ? b : b.isEmpty() ? a : a + ", " + b);
            } else {
                boolean same = type.isText() || type == OptionType.BOOLEAN;
                values.put(key, same ? value : value.toLowerCase(Locale.ROOT));
            }
        }
        // Printed as a signed number (osm_subn_output_conf), but kept as an unsigned one.
        values.computeIfPresent("scatter_ports", (k, v) -> Long.toString(Long.parseLong(v) & 0xffff_ffffL));
        values.replaceAll((k, v) ->
                v.isEmpty() && OpensmOptions.find(k).orElseThrow().type().isPerServiceLevel() ? "0 0" : v);
        return values;
    }
}
