package dev.ibplay.netstack;

import static dev.ibplay.netstack.Rewrites.done;
import static dev.ibplay.netstack.Rewrites.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.text.Rewrite;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModprobeFilesTest {
    private static final String ETC = "/etc/modprobe.d/";

    private static ModprobeFiles files(String... pathsAndTexts) {
        var files = new ArrayList<ConfigFile>();
        for (int i = 0; i < pathsAndTexts.length; i += 2) {
            files.add(new ConfigFile(pathsAndTexts[i], pathsAndTexts[i + 1]));
        }
        return new ModprobeFiles(files);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "options mlx4_core set_4k_mtu=1, 1",
                "options mlx4-core set-4k-mtu=1, 1",
                "options mlx4_core set_4k_mtu=0|options mlx4_core set_4k_mtu=1, 1",
                "options mlx4_core a=\"b set_4k_mtu=0\" set_4k_mtu=1, 1",
                "options mlx4_core \\| set_4k_mtu=1, 1",
                "options mlx4_core set_4k_mtu, ``",
                "#options mlx4_core set_4k_mtu=1, ",
                "# note \\|options mlx4_core set_4k_mtu=1, ",
                "install mlx4_core /bin/true, ",
                "options mlx4_en set_4k_mtu=1, "
            })
    void saysTheLastValue(String lines, String value) {
        ModprobeConf conf = ModprobeConf.parse(lines.replace('|', '\n') + "\n");
        assertThat(conf.last("mlx4_core", "set_4k_mtu")
                        .map(ModprobeConf.Setting::value)
                        .orElse(null))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "options mlx4_core set_4k_mtu=0 log=2, options mlx4_core set_4k_mtu=1 log=2",
        "options mlx4_core set_4k_mtu=0|options mlx4-core set-4k-mtu=0|, options mlx4_core set_4k_mtu=0|options mlx4-core set-4k-mtu=1|",
        "options mlx4_core log=2 |blacklist x|, options mlx4_core log=2 set_4k_mtu=1 |blacklist x|",
        "options mlx4_core log=2 \\|  more=1|, options mlx4_core log=2 \\|  more=1 set_4k_mtu=1|",
        "options mlx4_core set_4k_mtu, options mlx4_core set_4k_mtu=1",
        "# none, # none|options mlx4_core set_4k_mtu=1",
        "'', options mlx4_core set_4k_mtu=1|"
    })
    void changesOnlyTheOption(String before, String after) {
        Rewrite rewrite = ModprobeConf.parse(before.replace('|', '\n')).with("mlx4_core", "set_4k_mtu", "1");
        assertThat(done(rewrite)).isEqualTo(after.replace('|', '\n'));
        assertThat(done(ModprobeConf.parse(done(rewrite)).with("mlx4-core", "set-4k-mtu", "1")))
                .isEqualTo(done(rewrite));
    }

    @Test
    void refusesWhatNoLineCanHold() {
        assertThat(refused(ModprobeConf.parse("").with("a b", "c", "1"))).contains("modprobe.d");
        assertThat(refused(ModprobeConf.parse("").with("a", "c", "1 d=2"))).contains("modprobe.d");
        assertThat(refused(ModprobeConf.parse("# x \\").with("a", "c", "1"))).contains("cannot be set");
    }

    @Test
    void filesAreReadByNameAndMasked() {
        String one = "options ib_ipoib send_queue_size=128\n";
        String two = "options ib_ipoib send_queue_size=256\n";
        assertThat(files(ETC + "b.conf", one, "/lib/modprobe.d/a.conf", two).effective("ib_ipoib", "send_queue_size"))
                .hasValueSatisfying(s -> assertThat(s.setting().value()).isEqualTo("128"));
        assertThat(files(ETC + "b.conf", "", "/lib/modprobe.d/b.conf", two).effective("ib_ipoib", "send_queue_size"))
                .isEmpty();
        assertThat(files(ETC + "b.txt", one).effective("ib_ipoib", "send_queue_size"))
                .isEmpty();
    }

    @Test
    void theEditGoesWhereItHasTheLastWord() {
        String none = "options mlx4_core log=1\n";
        String set = "options mlx4_core set_4k_mtu=0\n";
        ModprobeFiles.Edit last =
                files(ETC + "a.conf", set, ETC + "b.conf", set).with("mlx4_core", "set_4k_mtu", "1");
        assertThat(last.path()).isEqualTo(ETC + "b.conf");
        assertThat(done(last.rewrite())).isEqualTo("options mlx4_core set_4k_mtu=1\n");
        assertThat(files(ETC + "a.conf", none)
                        .with("mlx4_core", "set_4k_mtu", "1")
                        .path())
                .isEqualTo(ETC + "a.conf");
        ModprobeFiles.Edit fresh = files().with("mlx4_core", "set_4k_mtu", "1");
        assertThat(fresh.path()).isEqualTo(ETC + "mlx4_core.conf");
        assertThat(done(fresh.rewrite())).isEqualTo("options mlx4_core set_4k_mtu=1\n");
        assertThat(refused(files("/lib/modprobe.d/z.conf", set)
                        .with("mlx4_core", "set_4k_mtu", "1")
                        .rewrite()))
                .contains("/lib/modprobe.d/z.conf");
        assertThat(refused(files("/lib/modprobe.d/mlx4_core.conf", none)
                        .with("mlx4_core", "set_4k_mtu", "1")
                        .rewrite()))
                .contains("a file of that name");
    }
}
