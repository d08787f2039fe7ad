package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.lab.Lab;
import dev.ibplay.lab.LabFolder;
import dev.ibplay.lab.layout.LabLayout;
import dev.ibplay.lab.time.ScaledClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands on the Windows hosts of the notes, over SSH on loopback. */
class WindowsLabTest {
    /** No subnet manager is touched: the fabric is at 2K, and so are all of its hosts afterwards. */
    private static final String DOWN = """
            - hosts: post-win7
              state:
                ipoib:
                  "Local Area Connection 3": {mtu: 2044}
            - hosts: post-2012r2
              state:
                ipoib:
                  "Ethernet 3": {mtu: 2044}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final ScaledClock clock = new ScaledClock(20);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Lab lab;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        LabFolder place = LabFolder.at(folder.resolve("lab"));
        place.create();
        lab = Lab.start(LabLayout.post(), place, clock);
    }

    @AfterEach
    void stop() throws IOException {
        lab.close();
        clock.close();
    }

    private CommandLineRun run(String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("-i", lab.inventory().toString()));
        return CommandLineRun.of(
                Map.of("XDG_STATE_HOME", folder.resolve("state").toString(), Pace.VARIABLE, "20"),
                all.toArray(String[]::new));
    }

    private void replace(String regex, String by) throws IOException {
        Files.writeString(lab.inventory(), Files.readString(lab.inventory()).replaceAll(regex, by));
    }

    @Test
    void whatIsKnownOfThem() {
        CommandLineRun facts = run("facts", "windows");
        assertThat(facts.exitCode()).as(facts.all()).isZero();
        assertThat(facts.stdout())
                .contains("Windows 7 Ultimate", "Windows Server 2012 R2 Standard")
                .contains("Local Area Connection 3", "Ethernet 3", "*JumboPacket");
    }

    /** Once detected by what the server says of itself and by cmd's answer, once declared. */
    @ParameterizedTest
    @ValueSource(strings = {"", " ibplay_platform=windows"})
    void theMtuThatTheGroupCarries(String platform) throws Exception {
        replace(" ibplay_platform=windows", "");
        replace("(?m)^(post-(?:win7|2012r2) .*)$", "$1" + platform);
        String playbook = Files.writeString(folder.resolve("down.yml"), DOWN).toString();
        CommandLineRun check = run("check", "-D", playbook);
        assertThat(check.exitCode()).as(check.all()).isEqualTo(2);
        CommandLineRun apply = run("apply", "--yes", playbook);
        assertThat(apply.exitCode()).as(apply.all()).isZero();
        CommandLineRun verify = run("verify", playbook);
        assertThat(verify.exitCode()).as(verify.all()).isZero();
        assertThat(verify.stdout()).contains("The desired state holds.");
    }

    /** smpquery, sminfo and saquery stand in for packets: what they tell is what a Linux host's packets do. */
    @Test
    void aWindowsHostTellsOfTheFabricWhatALinuxHostDoes() {
        assertThat(seenFrom("post-win7", "ibnetdiscover"))
                .hasSizeGreaterThan(20)
                .isEqualTo(seenFrom("post-master", "ibnetdiscover"));
        assertThat(seenFrom("post-win7", "text")).isEqualTo(seenFrom("post-master", "text"));
    }

    private List<String> seenFrom(String host, String format) {
        List<String> words = new ArrayList<>(List.of("fabric", "--from", host));
        words.addAll(format.equals("text") ? List.of() : List.of("--format", format));
        CommandLineRun fabric = run(words.toArray(String[]::new));
        assertThat(fabric.exitCode()).as(fabric.all()).isZero();
        // A sweep begins at its own port.
        return fabric.stdout()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.replaceFirst("; looked at from .*", ""))
                .sorted()
                .toList();
    }

    @Test
    void aPlayOfWindowsHostsOnlyIsHeldAgainstTheFabric() throws Exception {
        String up = DOWN.replace("2044", "4092");
        CommandLineRun check = run(
                "check", "-D", Files.writeString(folder.resolve("up.yml"), up).toString());
        assertThat(check.exitCode()).as(check.all()).isEqualTo(5);
        assertThat(check.stderr()).contains("carries 2048, which leaves 2044 for IPoIB");
    }

    @Test
    void whatIsNoWindowsIsAnError() throws Exception {
        replace(" ibplay_platform=\\w+", "");
        replace("(?m)^(post-master .*)$", "$1 ibplay_platform=windows");
        CommandLineRun facts = run("facts", "post-master");
        assertThat(facts.exitCode()).as(facts.all()).isNotZero();
        assertThat(facts.all()).contains("ibplay_platform");
    }
}
