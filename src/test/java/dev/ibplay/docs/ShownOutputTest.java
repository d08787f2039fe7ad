package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The comparison itself: what it lets pass, and what not. */
class ShownOutputTest {
    private static final String HOME = "/tmp/reader/home";

    private static boolean matches(String shown, String came) {
        return ShownOutput.matches(lines(shown), lines(came), HOME);
    }

    private static List<String> lines(String text) {
        return text.lines().toList();
    }

    @Test
    void everyLineCounts() {
        assertThat(matches("a\nb", "a\nb")).isTrue();
        assertThat(matches("a\nb", "a\nc")).isFalse();
        assertThat(matches("a", "a\nb")).isFalse();
        assertThat(matches("", "a")).isFalse();
        assertThat(matches("mtu 2044 (.*)", "mtu 2044 xyz")).isFalse();
    }

    @Test
    void dotsStandForWhatIsLeftOut() {
        assertThat(matches("...\nb\n...", "a\na\nb")).isTrue();
        assertThat(matches("...\nb\n...\na", "b\na\nc")).isFalse();
        assertThat(matches("port ..., up", "port 7, up")).isTrue();
        assertThat(matches("port ..., up", "port 7\n, up")).isFalse();
    }

    @Test
    void whatDiffersEachTimeIsEqual() {
        assertThat(matches("20260301T101500-1a2b  8 s", "20261202T001752-2c99  12.5 s"))
                .isTrue();
        assertThat(matches("in /home/you/x, process 1", "in " + HOME + "/x, process 27"))
                .isTrue();
        assertThat(matches("a  b", "a    b")).isTrue();
        assertThat(matches("  a", "a")).isFalse();
        assertThat(matches("MTU 2044", "MTU 4092")).isFalse();
    }

    @Test
    void aBlockIsTakenApart() {
        List<String> block = lines("""
                $ cat > a <<'END'
                $ not a command
                END
                $ ibplay check a \\
                    b   # exit 2
                one
                $ ibplay lint a   # exit 1
                """);
        List<ShownCommand> commands = ShownCommand.of(new FencedBlock(Path.of("page.md"), "console", 10, block));
        assertThat(commands).hasSize(3);
        assertThat(commands.get(0).text()).isEqualTo("cat > a <<'END'\n$ not a command\nEND");
        assertThat(commands.get(1))
                .isEqualTo(new ShownCommand("page.md:13", "ibplay check a \\\n    b   # exit 2", 2, List.of("one")));
        assertThat(commands.get(2).exitCode()).isEqualTo(1);
        assertThat(commands.get(2).output()).isEmpty();
    }
}
