package dev.ibplay.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.inventory.MapFiles;
import dev.ibplay.resource.IpoibInterface;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How playbooks name interfaces by port or fabric, and how long their changes wait for a confirmation. */
class InterfaceSelectionTest {
    private final Problems problems = new Problems();
    private String fabrics = "{mlx5_0/1: compute, mlx5_1/1: storage, mlx5_1/2: storage}";

    private DesiredState resolve(String playbook) {
        var files = new MapFiles()
                .with("hosts.yml", "all: {hosts: {n1: {ibplay_fabrics: " + fabrics + "}}}\n")
                .with("site.yml", playbook);
        var inventory = new InventoryReader(files, problems).read(List.of("hosts.yml"));
        Playbook parsed = new PlaybookParser(files, Map.of(), problems).parse("site.yml");
        return Resolver.resolve(List.of(parsed), inventory, Map.of(), Selection.ALL, problems);
    }

    private IpoibInterface chosen(String keys) {
        DesiredState state = resolve("- hosts: all\n  state: {ipoib: {fast: {" + keys + "}}}\n");
        return state.hosts().getFirst().all(IpoibInterface.class).getFirst();
    }

    private List<String> errors() {
        return problems.sorted().stream().map(Diagnostic::message).toList();
    }

    @Test
    void aFabricStandsForItsPorts() {
        assertThat(chosen("fabric: storage, mtu: group").selector().ports()).containsExactly("mlx5_1/1", "mlx5_1/2");
        assertThat(chosen("fabric: storage, port: mlx5_1/2, mtu: group")
                        .selector()
                        .ports())
                .containsExactly("mlx5_1/2");
        assertThat(chosen("port: mlx5_0/1, pkey: 0x8001, parent: ib0, mtu: group")
                        .selector()
                        .describe())
                .isEqualTo("port mlx5_0/1, parent ib0, P_Key 0x8001");
        assertThat(chosen("mtu: group").selector().isByName()).isTrue();
        assertThat(errors()).isEmpty();
    }

    @Test
    void aFabricThatNoPortIsIn() {
        chosen("fabric: backup, mtu: group");
        assertThat(errors()).containsExactly("no port of this host is in a fabric \"backup\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{mlx5_0: compute}", "{mlx5_0/x: compute}", "{mlx5_0/1: [compute]}", "compute"})
    void fabricsThatAreNoMapFromPorts(String text) {
        fabrics = text;
        resolve("- hosts: all\n  state: {ipoib: {fast: {fabric: compute, mtu: group}}}\n");
        assertThat(errors()).anyMatch(message -> message.startsWith("ibplay_fabrics "));
    }

    @Test
    void twoPlaysThatChooseDifferently() {
        resolve("""
                - hosts: all
                  state: {ipoib: {fast: {port: mlx5_0/1, mtu: group}}}
                - hosts: all
                  state: {ipoib: {fast: {port: mlx5_1/1, mode: datagram}}}
                """);
        assertThat(errors()).containsExactly("two plays give ipoib fast selector of n1 different values");
    }

    private Optional<Duration> window(String confirm) {
        return resolve("- hosts: all\n  confirm: " + confirm + "\n  state: {ipoib: {ib0: {mtu: 2044}}}\n")
                .plays()
                .getFirst()
                .play()
                .confirm()
                .window();
    }

    @Test
    void theWindowOfConfirmations() {
        assertThat(window("45s")).contains(Duration.ofSeconds(45));
        assertThat(window("1h")).contains(Duration.ofHours(1));
        assertThat(window("10")).contains(Duration.ofSeconds(10));
        assertThat(window("none")).isEmpty();
        assertThat(errors()).isEmpty();
        assertThat(CommitConfirm.DEFAULT.window()).contains(Duration.ofMinutes(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"9s", "61m", "0", "soon", "[]"})
    void windowsThatAreNone(String text) {
        window(text);
        assertThat(errors()).hasSize(1);
    }
}
