package dev.ibplay.netstack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortMtuRulesTest {
    private static final String OTHERS = """
            # ATTR{mlx4_port1_mtu}="1024" was tried
            ACTION=="add", SUBSYSTEM=="net", ATTR{address}=="00:11:22:33:44:55", NAME="mgmt0"
            ACTION=="bind", DRIVER=="mlx4_core", ATTR{mlx4_port1_mtu}=="2048", ATTR{mlx4_port2_mtu}="2048"
            """;

    @Test
    void readsAssignmentsNotComparisonsOrComments() {
        PortMtuRules rules = PortMtuRules.parse(OTHERS);
        assertThat(rules.value("mlx4_port1_mtu")).isEmpty();
        assertThat(rules.value("mlx4_port2_mtu")).contains("2048");
    }

    @Test
    void changesOnlyTheValue() {
        String changed = PortMtuRules.parse(OTHERS).with("mlx4_port2_mtu", "4096");
        assertThat(changed).isEqualTo(OTHERS.replace("ATTR{mlx4_port2_mtu}=\"2048\"", "ATTR{mlx4_port2_mtu}=\"4096\""));
        assertThat(PortMtuRules.parse(changed).with("mlx4_port2_mtu", "4096")).isEqualTo(changed);
    }

    @Test
    void addsARuleBehindAllElse() {
        String changed = PortMtuRules.parse(OTHERS.stripTrailing()).with("mlx4_port1_mtu", "4096");
        assertThat(changed).startsWith(OTHERS).endsWith("ATTR{mlx4_port1_mtu}=\"4096\"\n");
        assertThat(PortMtuRules.parse(changed).value("mlx4_port1_mtu")).contains("4096");
    }
}
