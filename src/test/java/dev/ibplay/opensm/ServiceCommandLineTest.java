package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.text.Rewrite;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceCommandLineTest {
    @Test
    void quotedAndNot() {
        assertThat(ServiceCommandLine.split(
                        "\"C:\\Program Files\\OFED\\opensm.exe\" --service -P \"C:\\a b\\p.conf\" -p 10"))
                .containsExactly(
                        "C:\\Program Files\\OFED\\opensm.exe", "--service", "-P", "C:\\a b\\p.conf", "-p", "10");
        assertThat(ServiceCommandLine.split("C:\\Program Files\\OFED\\OpenSM.EXE -e --service"))
                .containsExactly("C:\\Program Files\\OFED\\OpenSM.EXE", "-e", "--service");
        assertThat(ServiceCommandLine.split("opensm -p 3")).containsExactly("opensm", "-p", "3");
        assertThat(ServiceCommandLine.split("C:\\a.executable\\opensm -p 3"))
                .containsExactly("C:\\a.executable\\opensm", "-p", "3");
    }

    @Test
    void backslashesBeforeQuotes() {
        assertThat(ServiceCommandLine.split("a \"b\\\\\" c\\\"d \"e\\f\" \"\""))
                .containsExactly("a", "b\\", "c\"d", "e\\f", "");
        assertThat(ServiceCommandLine.split("a \"open end")).containsExactly("a", "open end");
        assertThat(ServiceCommandLine.split("a \\")).containsExactly("a", "\\");
    }

    @Test
    void nothing() {
        assertThat(ServiceCommandLine.split("")).isEqualTo(List.of());
        assertThat(ServiceCommandLine.split(" \t ")).isEqualTo(List.of());
    }

    private static String with(String line, int priority) {
        return ServiceCommandLine.of(line).withPriority(priority) instanceof Rewrite.Done done
                ? done.text()
                : "refused";
    }

    @Test
    void aPriorityIsReplacedWhereItStands() {
        assertThat(with("\"C:\\Program Files\\OFED\\opensm.exe\" --service  -p 3 -P \"C:\\a b\\p.conf\"", 12))
                .isEqualTo("\"C:\\Program Files\\OFED\\opensm.exe\" --service  -p 12 -P \"C:\\a b\\p.conf\"");
        assertThat(with("opensm.exe --priority=3 --service", 0)).isEqualTo("opensm.exe --priority=0 --service");
        assertThat(with("opensm.exe -p3 -e", 10)).isEqualTo("opensm.exe -p10 -e");
        assertThat(with("opensm.exe -p \"3\"", 10)).isEqualTo("opensm.exe -p 10");
        // The last one counts.
        assertThat(with("opensm.exe -p 3 --priority 4 -e", 5)).isEqualTo("opensm.exe -p 3 --priority 5 -e");
        // What belongs to another option is none.
        assertThat(with("opensm.exe -f -p -p 3", 5)).isEqualTo("opensm.exe -f -p -p 5");
    }

    @Test
    void aPriorityIsAddedBehindAllElse() {
        assertThat(with("%ProgramFiles%\\OFED\\opensm.exe -e --service ", 7))
                .isEqualTo("%ProgramFiles%\\OFED\\opensm.exe -e --service -p 7");
        assertThat(ServiceCommandLine.split("%ProgramFiles(x86)%\\IB tools\\opensm.exe -p 7"))
                .containsExactly("%ProgramFiles(x86)%\\IB tools\\opensm.exe", "-p", "7");
    }

    @Test
    void whatCannotBeEditedIsLeftAlone() {
        assertThat(with("", 1)).isEqualTo("refused");
        assertThat(with("opensm.exe --service -p", 1)).isEqualTo("refused");
        assertThat(with("opensm.exe \"-p3\" --service", 1)).isEqualTo("refused");
        assertThat(with("opensm.exe -k 0x1234 --service", 1)).isEqualTo("refused");
        // It would be the value of the option before it.
        assertThat(with("opensm.exe --service -L", 1)).isEqualTo("refused");
        assertThat(ServiceCommandLine.of("opensm.exe --service -p 3").priority())
                .isEqualTo(Optional.of("3"));
    }
}
