package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.PowerShellShape;
import dev.ibplay.exec.Batch;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Operation;
import dev.ibplay.transport.RandomHex;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private static final Path WRITTEN = Path.of("target", "powershell");

    /** Each with what it needs. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bootstrap.ps1",
                "far-end.ps1",
                "far-end.ps1 lock.ps1",
                "far-end.ps1 guard.ps1",
                "far-end.ps1 guard.ps1 watchdog.ps1"
            })
    void theScriptsAreOfPowerShell2(String names) throws IOException {
        StringBuilder whole = new StringBuilder();
        StringBuilder sent = new StringBuilder();
        for (String name : names.split(" ", -1)) {
            try (InputStream in = Objects.requireNonNull(ScriptText.class.getResourceAsStream(name))) {
                whole.append(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
            sent.append(ScriptText.resource(name));
        }
        assertThat(PowerShellShape.faults(whole.toString())).isEmpty();
        assertThat(PowerShellShape.faults(sent.toString())).isEmpty();
        assertThat(sent.toString()).doesNotContain("#");
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

    /** The scripts stay in target, where src/powershell/check parses them with PowerShell's whole grammar. */
    @Test
    void aWholeBatchIsOfPowerShell2() throws IOException {
        Duration limit = Duration.ofSeconds(1);
        Operation.RunCommand run = Operation.RunCommand.of(limit, "netsh", "a b'\u2019");
        Operation.ReplaceFile replace = new Operation.ReplaceFile("C:\\x", Optional.empty(), Bytes.EMPTY, 0);
        Operation.RemoveFile remove = new Operation.RemoveFile("C:\\x", Bytes.EMPTY);
        String folder = "/var/lib/ibplay/guards/g";
        Operation.ArmGuard guard = new Operation.ArmGuard(
                folder, Bytes.EMPTY, limit, List.of(replace, remove), List.of(run, replace, remove));
        List<Operation> operations = List.of(
                run,
                Operation.ReadFile.of("C:\\x"),
                new Operation.ReadMatching("C:\\x\\*", 1),
                new Operation.ReadMatching("/var/lib/ibplay/guards/*/state", 1),
                replace,
                remove,
                new Operation.Ping("", "192.0.2.1", 28, 1, limit),
                new Operation.ResolvePath("C:\\x"),
                new Operation.TakeLock("/var/lib/ibplay/lock", "r1", "me"),
                guard,
                new Operation.RenewGuard(folder, limit),
                new Operation.ConfirmGuard(folder),
                new Operation.FireGuard(folder));
        String batch = BatchScript.of(Batch.of(operations), RandomHex.digits(32));
        String plan = GuardPlan.script(guard).lossyText();
        String watchdog = GuardPlan.functions().lossyText();
        assertThat(PowerShellShape.faults(batch)).isEmpty();
        assertThat(PowerShellShape.faults(watchdog + plan)).isEmpty();
        Files.createDirectories(WRITTEN);
        Files.writeString(WRITTEN.resolve("batch.ps1"), batch);
        Files.writeString(WRITTEN.resolve("plan.ps1"), plan);
        Files.writeString(WRITTEN.resolve("watchdog.ps1"), watchdog);
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
