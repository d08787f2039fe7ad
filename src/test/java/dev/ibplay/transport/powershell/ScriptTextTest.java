package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.PowerShellShape;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the scripts without a Windows host to run them on. */
class ScriptTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"bootstrap.ps1", "far-end.ps1"})
    void theScriptsAreOfPowerShell2(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ScriptText.class.getResourceAsStream(name))) {
            assertThat(PowerShellShape.faults(new String(in.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
        assertThat(PowerShellShape.faults(ScriptText.resource(name))).isEmpty();
        assertThat(ScriptText.resource(name)).doesNotContain("#");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if ($a) { 'x' \n",
                "$a = (1]\n",
                "'open\n",
                "Ib-Nowhere 1\n",
                "$a = [ordered]@{}\n",
                "if ($a -in $b) { }\n",
                "'\u00e4'\n",
                "[IO.File]::ReadAllText('a') | ConvertTo-Json\n"
            })
    void theCheckFindsWhatIsWrong(String script) {
        assertThat(PowerShellShape.faults(script)).isNotEmpty();
    }

    @Test
    void aWholeBatchIsOfPowerShell2() {
        Duration limit = Duration.ofSeconds(1);
        List<Operation> operations = List.of(
                Operation.RunCommand.of(limit, "netsh", "a b'\u2019"),
                Operation.ReadFile.of("C:\\x"),
                new Operation.ReadMatching("C:\\x\\*", 1),
                new Operation.ReplaceFile("C:\\x", Optional.empty(), Bytes.EMPTY, 0),
                new Operation.RemoveFile("C:\\x", Bytes.EMPTY),
                new Operation.Ping("", "192.0.2.1", 28, 1, limit),
                new Operation.ResolvePath("C:\\x"));
        assertThat(PowerShellShape.faults(BatchScript.of(Batch.of(operations), Marker.random())))
                .isEmpty();
    }

    @Test
    void theCommandLineIsUtf16() {
        String bootstrap = ScriptText.resource("bootstrap.ps1");
        byte[] decoded = Base64.getDecoder().decode(ScriptText.encodedCommand(bootstrap));
        assertThat(new String(decoded, StandardCharsets.UTF_16LE)).isEqualTo(bootstrap);
        assertThat(PowerShellSession.commandLine()).hasSizeLessThan(PowerShellSession.LONGEST_LINE / 2);
    }

    @Test
    void standardInputIsShortLinesAndAnEnd() {
        String script = "x".repeat(10_000);
        List<String> lines = ScriptText.onStandardInput(script).lines().toList();
        assertThat(lines).allMatch(line -> line.length() <= 1000).last().isEqualTo("end");
        assertThat(new String(
                        Base64.getDecoder().decode(String.join("", lines.subList(0, lines.size() - 1))),
                        StandardCharsets.UTF_8))
                .isEqualTo(script);
    }
}
