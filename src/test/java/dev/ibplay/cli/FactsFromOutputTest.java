package dev.ibplay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsFromOutputTest {
    private static final String CASE = "src/test/resources/tools/saved/case.txt";
    private static final Path SHOWN = Path.of("src/test/resources/tools/saved/case-shown.txt");
    private static final String SMINFO =
            "sminfo: sm lid 7 sm guid 0x2c90300a1b2c3, activity count 42 priority 9 state 3 SMINFO_MASTER\n";

    @TempDir
    private Path folder;

    private String file(String name, byte[] content) throws IOException {
        return Files.write(folder.resolve(name), content).toString();
    }

    private String file(String name, String content) throws IOException {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void showsACaseWithManyOutputsInOneFile() throws IOException {
        CommandLineRun run = CommandLineRun.of("facts", "--from-output", CASE);
        assertThat(run.stdout()).isEqualTo(Files.readString(SHOWN));
        assertThat(run.stderr()).isEmpty();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void writesTheSameAsJson() throws IOException {
        CommandLineRun run = CommandLineRun.of("facts", "--format", "json", "--from-output", CASE);
        JsonNode outputs = JsonMapper.builder().build().readTree(run.stdout()).get("outputs");
        assertThat(outputs).hasSize(6);
        JsonNode devices = outputs.get(0);
        assertThat(devices.get("tool").asText()).isEqualTo("ibv_devinfo");
        assertThat(devices.get("line").asInt()).isEqualTo(6);
        JsonNode ports = devices.get("adapters").get(0).get("ports");
        assertThat(ports.get(0).get("neighbor_mtu").asInt()).isEqualTo(2048);
        assertThat(ports.get(1).get("mtu_cap").asInt()).isEqualTo(4096);
        assertThat(ports.get(1).has("neighbor_mtu")).as("the port is down").isFalse();
        JsonNode ethernet = devices.get("adapters").get(1).get("ports").get(0);
        assertThat(ethernet.get("managed").asBoolean()).isFalse();
        assertThat(devices.get("warnings")).hasSize(3);
        assertThat(outputs.get(3).get("unreadable").asText()).startsWith("no answer");
        assertThat(outputs.get(5).get("links").get(0).get("to").get("lid").asInt())
                .isEqualTo(2);
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void refusesWhatNoToolPrinted() throws IOException {
        String letter = file("letter.txt", "Dear all,\nit does not work.\n");
        CommandLineRun run = CommandLineRun.of("facts", "--from-output", letter, CASE);
        assertThat(run.stderr())
                .startsWith(letter + ":1:1: error[IB401]: this is not the output of a tool that ibplay can read\n")
                .contains("hint: --as TOOL says what it is; known are ibv_devinfo, ibstat,");
        assertThat(run.stdout()).as("the other file is shown").contains("oss01 HCA-1/1");
        assertThat(run.exitCode()).isEqualTo(1);
    }

    @Test
    void saysWhyNothingCouldBeRead() throws IOException {
        String failed = file("failed.txt", """
                root@n1:~# sminfo
                ibwarn: [7] mad_rpc_open_port: can't open UMAD port ((null):0)
                sminfo: iberror: failed: Failed to open '(null)' port '0'
                """);
        CommandLineRun run = CommandLineRun.of("facts", "--from-output", failed);
        assertThat(run.stderr())
                .startsWith(failed
                        + ":2:1: error[IB402]: sminfo: no access to /dev/infiniband/umad*: root's rights are needed");
        assertThat(run.stdout()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(1);
        String missing = folder.resolve("missing.txt").toString();
        CommandLineRun none = CommandLineRun.of("facts", "--from-output", missing);
        assertThat(none.stderr()).contains("error[IB002]: there is no file " + missing);
        assertThat(none.exitCode()).isEqualTo(1);
    }

    @Test
    void takesTheToolThatItIsGiven() throws IOException {
        String empty = file("empty.txt", "\n");
        CommandLineRun guessed = CommandLineRun.of("facts", "--from-output", empty);
        assertThat(guessed.stderr()).contains("error[IB401]: there is nothing in it");
        CommandLineRun told = CommandLineRun.of("facts", "--as", "ibstat", "--from-output", empty);
        assertThat(told.stdout()).isEqualTo(empty + ":1: ibstat\n  no adapter\n");
        assertThat(told.exitCode()).isZero();
        CommandLineRun unknown = CommandLineRun.of("facts", "--as", "ping", "--from-output", empty);
        assertThat(unknown.stderr()).contains("not \"ping\"");
        assertThat(unknown.exitCode()).isEqualTo(1);
    }

    @Test
    void readsWhatPowerShellWrites() throws IOException {
        String windows = file("w.txt", ("\ufeff" + SMINFO.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_16LE));
        CommandLineRun run = CommandLineRun.of("facts", "--from-output", windows);
        assertThat(run.stdout()).contains("7    0x0002c90300a1b2c3  9         master  42");
    }

    @Test
    void readsStandardInput() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(SMINFO.getBytes(StandardCharsets.UTF_8)));
            CommandLineRun run = CommandLineRun.of("facts", "--from-output", "-");
            assertThat(run.stdout()).startsWith("-:1: sminfo\n");
            assertThat(run.exitCode()).isZero();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void saysThatALastLineWasLeftOut() throws IOException {
        String cut = file("cut.txt", SMINFO + SMINFO.substring(0, 60));
        CommandLineRun run = CommandLineRun.of("facts", "--from-output", cut);
        assertThat(run.stderr()).startsWith(cut + ":2:1: warning[IB403]: the last line has no line end");
        assertThat(run.stdout().lines()).hasSize(3);
        assertThat(run.exitCode()).isZero();
    }
}
