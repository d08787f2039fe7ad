package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.PowerShellShape;
import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class FactLinesTest {
    /** What CreateProcess takes. */
    private static final int LONGEST_LINE = 32_767;

    private static FactLines lines(String stdout, String stderr) {
        return FactLines.of(
                new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(stdout), Bytes.ofUtf8(stderr)));
    }

    @Test
    void valuesAreUnescaped() {
        assertThat(FactLine.of("adapter index=12 name=%E3%82%A4%201%25 empty= plus=a+b\r"))
                .contains(new FactLine("adapter", Map.of("index", "12", "name", "イ 1%", "empty", "", "plus", "a+b")));
        FactLine line = FactLine.of("a x=-1 y=2147483648 z=7").orElseThrow();
        assertThat(line.count("x")).isEmpty();
        assertThat(line.number("y")).contains(2_147_483_648L);
        assertThat(line.count("y")).isEmpty();
        assertThat(line.count("z")).contains(7);
        assertThat(line.text("none")).isEmpty();
    }

    @Test
    void otherLinesAreNone() {
        assertThat(List.of("", "WARNING: x", "adapter index", "adapter name=%4", "adapter a=b c d=e", "Adapter a=b"))
                .allMatch(line -> FactLine.of(line).isEmpty());
    }

    @Test
    void aPartIsToldOrNot() {
        FactLines told = lines("mtu index=1 bytes=2\npart name=mtus\npart name=medium error=Ung%C3%BCltig\nend\n", "");
        assertThat(told.of("mtus", "mtu").map(List::size)).isEqualTo(Fact.known(1));
        assertThat(told.of("medium", "medium")).isEqualTo(Fact.unreadable("Ungültig"));
        assertThat(told.of("services", "service")).isEqualTo(Fact.unreadable("PowerShell did not tell it"));
    }

    @Test
    void whatEndsEarlyIsUnreadableFromThereOn() {
        FactLines cut = lines("part name=mtus\nadapter index=1 name=a\n", "Access denied\r\n");
        assertThat(cut.of("mtus", "mtu")).isEqualTo(Fact.known(List.of()));
        assertThat(cut.of("adapters", "adapter"))
                .isEqualTo(Fact.unreadable("PowerShell did not tell it: Access denied"));
        assertThat(FactLines.of(new Outcome.OperationFailed("ENOENT", "no PowerShell"))
                        .of("mtus", "mtu"))
                .isEqualTo(Fact.unreadable("no PowerShell"));
    }

    @Test
    void theScriptIsOfPowerShell2AndFitsALine() throws IOException {
        try (InputStream in = Objects.requireNonNull(FactLines.class.getResourceAsStream("facts.ps1"))) {
            assertThat(PowerShellShape.faults(new String(in.readAllBytes(), StandardCharsets.UTF_8)))
                    .isEmpty();
        }
        List<String> words = ((Operation.RunCommand) FactLines.question()).arguments();
        assertThat(words.getFirst()).isEqualTo("powershell.exe");
        assertThat(String.join(" ", words)).hasSizeLessThan(LONGEST_LINE);
    }

    /** Each part that is read is one that the script has. */
    @Test
    void theScriptHasTheParts() {
        List<String> words = ((Operation.RunCommand) FactLines.question()).arguments();
        String script = new String(Base64.getDecoder().decode(words.getLast()), StandardCharsets.UTF_16LE);
        List<String> parts = Pattern.compile("Ib-Part '(\\w+)'")
                .matcher(script)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(parts)
                .containsExactly(
                        "system",
                        "codepage",
                        "adapters",
                        "medium",
                        "oldmedium",
                        "mtus",
                        "keptmtus",
                        "addresses",
                        "services",
                        "processes",
                        "tools");
        assertThat(Optional.of(script))
                .hasValueSatisfying(text -> assertThat(text.strip()).endsWith("Ib-Say 'end' @()"));
    }
}
