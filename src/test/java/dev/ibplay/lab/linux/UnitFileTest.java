package dev.ibplay.lab.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UnitFileTest {
    private static final String UNIT = """
            [Unit]
            PartOf=opensm.service
            [Service]
            Type=simple
            EnvironmentFile=-/etc/default/opensm
            ExecStart=/usr/sbin/opensm --guid %I $OPTIONS --log_file "/var/log/open sm.log" 'a\\b' ${LEVEL}x
            [Install]
            WantedBy=multi-user.target network-online.target
            """;

    @Test
    void whatAServiceSays() {
        UnitFile unit = UnitFile.of(List.of(UNIT));
        assertThat(unit.type()).isEqualTo("simple");
        assertThat(unit.partOf()).isEqualTo("opensm.service");
        assertThat(unit.environmentFiles()).containsExactly("-/etc/default/opensm");
        assertThat(unit.wantedBy()).containsExactly("multi-user.target", "network-online.target");
        assertThat(UnitFile.expanded(
                        unit.commands().getFirst(), "0x2", Map.of("OPTIONS", "-p 5 \"-f x\"", "LEVEL", "a b")))
                .containsExactly(
                        "/usr/sbin/opensm",
                        "--guid",
                        "0x2",
                        "-p",
                        "5",
                        "-f x",
                        "--log_file",
                        "/var/log/open sm.log",
                        "a\\b",
                        "a bx");
    }

    @Test
    void aDropInReplacesTheCommandAfterAnEmptyOne() {
        UnitFile unit = UnitFile.of(List.of(UNIT, "[Service]\nExecStart=\nExecStart=/usr/sbin/opensm -p 3\n"));
        assertThat(unit.commands()).containsExactly(List.of("/usr/sbin/opensm", "-p", "3"));
    }

    @Test
    void assignmentsOfAnEnvironmentFile() {
        assertThat(UnitFile.assignments("# no\nPORTS=ALL\nB=\"0x1 0x2\"\nC=\n"))
                .isEqualTo(Map.of("PORTS", "ALL", "B", "0x1 0x2", "C", ""));
    }
}
