package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.SharedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LintPartitionsTest {
    @TempDir
    private Path folder;

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    @Test
    void saysWhatTheFileMeans() throws IOException {
        String path = file("partitions.conf", """
                Default=0x7fff, ipoib, mtu=5, rate=16 : ALL=full;
                storage=0x8005, ipoib, indx0 : 0x11=full, 0x12=limited;
                wide=6 :
                  mgid=ff12::1,mtu=2
                  0x1,0x2,0x3,0x4,0x5=full;
                """);
        CommandLineRun run = CommandLineRun.of("lint", path);
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(path + """
                 as OpenSM 3.3.23 reads it:
                  Default  0x7fff/0xffff  IPoIB 4096 bytes 100 Gb/s  ALL=full
                  storage  0x0005/0x8005  IPoIB 2048 bytes 10 Gb/s   0x0000000000000011=full, 0x0000000000000012=limited (at index 0)
                  wide     0x0006/0x8006  no IPoIB, 1 more group     1 port full, 4 ports limited
                """);
    }

    @Test
    void aDiscardedFileOpensTheFabric() throws IOException {
        String path = file("any.txt", "Default=0x7fff, ipoib, mtu=5 : ALL=full\nstor=3 : ALL=full;\n");
        CommandLineRun run = CommandLineRun.of("lint", "--as", "partitions.conf", path);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr())
                .contains(path + ":2:1: error[IB801]: ")
                .contains("OpenSM discards the file: every port becomes full member of 0x7fff");
        assertThat(run.stdout()).isEqualTo(path + """
                 is discarded; what OpenSM 3.3.23 has instead:
                  Default  0x7fff/0xffff  IPoIB 4096 bytes 10 Gb/s  every port full
                """);
    }

    @Test
    void strictTakesWarningsForErrors() throws IOException {
        String path = file("partitions.conf", "A=3, ipoib : ALL=full;\n");
        assertThat(CommandLineRun.of("lint", path).exitCode()).isZero();
        CommandLineRun strict = CommandLineRun.of("lint", "--strict", path);
        assertThat(strict.exitCode()).isEqualTo(1);
        assertThat(strict.stderr()).contains("error[IB811]");
    }

    @Test
    void judgesByAVersion() throws IOException {
        String path = file("partitions.conf", "Default=0x7fff, ipoib, indx0 : ALL=full;\n");
        assertThat(CommandLineRun.of("lint", path).exitCode()).isZero();
        CommandLineRun old = CommandLineRun.of("lint", "--opensm-version", "3.3.13", path);
        assertThat(old.exitCode()).isEqualTo(1);
        assertThat(old.stderr())
                .contains("OpenSM 3.3.13 knows no flag 'indx0' and ignores it", "came with OpenSM 3.3.20");
        assertThat(old.stdout()).contains(" as OpenSM 3.3.13 reads it:");
        CommandLineRun wrong = CommandLineRun.of("lint", "--opensm-version", "new", path);
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.stderr()).contains("a version of OpenSM from 3.2.0 on");
    }

    @Test
    void opensmConfBesideItDecides() throws IOException {
        String path = file("partitions.conf", "Default=0x7fff, ipoib, sl=3 : ALL=both;\n");
        assertThat(CommandLineRun.of("lint", path).exitCode()).isZero();
        String without = file("opensm.conf", "sm_priority 3\n");
        assertThat(CommandLineRun.of("lint", without, path).exitCode()).isEqualTo(1);
        String with = file("opensm.conf", "qos TRUE\nallow_both_pkeys TRUE\n");
        assertThat(CommandLineRun.of("lint", with, path).stderr()).isEmpty();
    }

    @Test
    void secretsOfOpensmConfAreNotShown() throws IOException {
        String secret = "0xdeadbeef4711";
        String path = file(
                "opensm.conf", "sm_key=%s\nm_key = %s\nsa_key %s\nsa_key %s\nsm_key yes%s\n".replace("%s", secret));
        CommandLineRun run = CommandLineRun.of("lint", "--strict", path);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.stderr()).contains("<hidden>");
        assertThat(run.all()).doesNotContain(secret);
    }

    @Test
    void everyRecordedFileIsExplained() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(SharedCorpus.require("corpus/partitions-conf"))) {
            files = found.sorted().toList();
        }
        for (Path path : files) {
            CommandLineRun run = CommandLineRun.of("lint", "--as", "partitions.conf", path.toString());
            boolean discarded = run.stderr().contains("OpenSM discards the file");
            assertThat(discarded).as("%s", path).isEqualTo(path.toString().matches(".*/(07|14)-.*"));
            assertThat(run.exitCode() == 1 || !discarded).as("%s", path).isTrue();
            assertThat(run.stdout()).as("%s", path).contains(" 0x7fff/0xffff ");
        }
    }
}
