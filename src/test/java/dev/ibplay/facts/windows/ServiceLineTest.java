package dev.ibplay.facts.windows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceLineTest {
    @Test
    void quotedAndNot() {
        assertThat(ServiceLine.split("\"C:\\Program Files\\OFED\\opensm.exe\" --service -P \"C:\\a b\\p.conf\" -p 10"))
                .containsExactly(
                        "C:\\Program Files\\OFED\\opensm.exe", "--service", "-P", "C:\\a b\\p.conf", "-p", "10");
        assertThat(ServiceLine.split("C:\\Program Files\\OFED\\OpenSM.EXE -e --service"))
                .containsExactly("C:\\Program Files\\OFED\\OpenSM.EXE", "-e", "--service");
        assertThat(ServiceLine.split("opensm -p 3")).containsExactly("opensm", "-p", "3");
        assertThat(ServiceLine.split("C:\\a.executable\\opensm -p 3"))
                .containsExactly("C:\\a.executable\\opensm", "-p", "3");
    }

    @Test
    void backslashesBeforeQuotes() {
        assertThat(ServiceLine.split("a \"b\\\\\" c\\\"d \"e\\f\" \"\""))
                .containsExactly("a", "b\\", "c\"d", "e\\f", "");
        assertThat(ServiceLine.split("a \"open end")).containsExactly("a", "open end");
        assertThat(ServiceLine.split("a \\")).containsExactly("a", "\\");
    }

    @Test
    void nothing() {
        assertThat(ServiceLine.split("")).isEqualTo(List.of());
        assertThat(ServiceLine.split(" \t ")).isEqualTo(List.of());
    }
}
