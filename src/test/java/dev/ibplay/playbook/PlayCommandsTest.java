package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.resource.PlayCommand;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of the commands of {@code before} and {@code after} for a host. */
class PlayCommandsTest {
    private static final String HOSTS = """
            [nodes]
            n1 reason="a b; rm" flags='["-x", "-y"]'
            [heads]
            head
            """;

    private final Problems problems = new Problems();

    private DesiredState resolve(String command) {
        var files = new MapFiles().with("hosts.ini", HOSTS).with("site.yml", """
                        - hosts: nodes
                          before:
                            - %s
                          state: {ipoib: {ib0: {mtu: 1500}}}
                        """.formatted(command));
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.ini"));
        Playbook parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        return Resolver.resolve(List.of(parsed), inventory, Map.of(), Selection.ALL, problems);
    }

    private PlayCommand command(String written) {
        DesiredState state = resolve(written);
        assertThat(problems.sorted()).isEmpty();
        return Optional.ofNullable(state.plays().getFirst().commands().get("n1"))
                .orElseThrow()
                .before()
                .getFirst();
    }

    @Test
    void aVariableStaysOneWordWhateverItHolds() {
        assertThat(command("command: drain --reason={{ reason }} '{{ inventory_hostname }} x' \"y\"")
                        .words())
                .containsExactly("drain", "--reason=a b; rm", "n1 x", "y");
    }

    @Test
    void aListBecomesItsItems() {
        assertThat(command("command: drain {{ flags }} now").words()).containsExactly("drain", "-x", "-y", "now");
        assertThat(command("command: [drain, \"{{ flags }}\", \"a b\"]").words())
                .containsExactly("drain", "-x", "-y", "a b");
    }

    @Test
    void whereAndHowLong() {
        PlayCommand command = command("{command: drain, delegate_to: head, timeout: 3d, become: true}");
        assertThat(command.on()).contains("head");
        assertThat(command.limit()).isEqualTo(Duration.ofDays(3));
        assertThat(command.become()).contains(true);

        PlayCommand plain = command("{command: drain, delegate_to: \"{{ inventory_hostname }}\"}");
        assertThat(plain.on()).isEmpty();
        assertThat(plain.limit()).isEqualTo(PlayCommand.DEFAULT_LIMIT);
        assertThat(plain.become()).isEqualTo(Optional.empty());
    }

    @Test
    void theControlNodeNeedsNoInventory() {
        DesiredState state = resolve("{command: drain, delegate_to: localhost}");
        assertThat(state.delegates()).containsExactly("localhost");
        assertThat(state.hosts()).hasSize(1);
        assertThat(Optional.ofNullable(state.scopes().get("localhost"))
                        .orElseThrow()
                        .variables())
                .containsOnlyKeys("ansible_connection");
    }

    @Test
    void anotherHostMustBeInTheInventory() {
        resolve("{command: drain, delegate_to: haed}");
        assertThat(problems.sorted()).extracting(Diagnostic::code).containsExactly(Code.HOST_PATTERN_UNMATCHED);
        assertThat(problems.sorted().getFirst().message())
                .isEqualTo("delegate_to names \"haed\", which the inventory does not have");
    }

    @Test
    void valuesOfVariablesAreHeldAgainstTheTable() {
        resolve("{command: drain, timeout: \"{{ reason }}\"}");
        assertThat(problems.sorted())
                .extracting(Diagnostic::message)
                .containsExactly("timeout is a time from 1s to 30d, not \"a b; rm\"");
    }
}
