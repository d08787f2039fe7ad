package dev.ibplay.transport.powershell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClixmlTest {
    private static final String OPEN =
            "#< CLIXML\r\n<Objs Version=\"1.1.0.1\" xmlns=\"http://schemas.microsoft.com/powershell/2004/04\">";

    @Test
    void errorsAreLines() {
        assertThat(Clixml.plain(OPEN + "<S S=\"Error\">one &lt;a&gt; &amp;amp; &#228;_x000D__x000A_</S>"
                        + "<S S=\"Error\">two _x005F_x000D_ &quot;_x00E4_&quot;_x000D__x000A_</S></Objs>"))
                .isEqualTo("one <a> &amp; ä\ntwo _x000D_ \"ä\"");
    }

    @Test
    void progressAndWarningsAreNoErrors() {
        assertThat(Clixml.plain(OPEN
                        + "<Obj S=\"progress\" RefId=\"0\"><MS><I64 N=\"SourceId\">1</I64><PR N=\"Record\"><AV>Preparing</AV></PR></MS></Obj>"
                        + "<S S=\"warning\">hm_x000D__x000A_</S></Objs>"))
                .isEmpty();
    }

    @Test
    void itMayComeTwiceWithPlainTextAround() {
        assertThat(Clixml.plain("before\r\n" + OPEN + "<S S=\"Error\">one_x000A_</S></Objs>" + OPEN
                        + "<S S=\"Error\">two_x000A_</S></Objs>\r\nafter\r\n"))
                .isEqualTo("before\none\ntwo\nafter");
    }

    @Test
    void whatIsNoClixmlOrIsCutStays() {
        assertThat(Clixml.plain("plain\r\n\r\ntext")).isEqualTo("plain\ntext");
        assertThat(Clixml.plain(OPEN + "<S S=\"Error\">cut")).contains("cut");
        assertThat(Clixml.plain("#< CLIXML")).isEmpty();
    }
}
