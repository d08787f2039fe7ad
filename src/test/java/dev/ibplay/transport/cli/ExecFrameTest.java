package dev.ibplay.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExecFrameTest {
    private static final ExecFrame FRAME = new ExecFrame("ibplayabcx");

    private static String unknown(int index) {
        return "% Unrecognized command \"" + FRAME.marker(index) + "\".";
    }

    @Test
    void linesAreQuotedWithAMarkerBehindEach() {
        assertThat(FRAME.commandLine(List.of("enable", "show ib sm")))
                .isEqualTo("cli -h \"enable\" \"ibplayabcx0\" \"show ib sm\" \"ibplayabcx1\"");
        assertThat(ExecFrame.random()).isNotEqualTo(ExecFrame.random());
    }

    @Test
    void answersAreCutAtTheErrorsOfMarkers() {
        ExecFrame.Answers answers = FRAME.cut(
                List.of(
                        unknown(0),
                        "% Type \"?\" for help.",
                        "enable",
                        unknown(1),
                        "% Type \"?\" for help.",
                        "% Unrecognized command \"foo\".",
                        "% Type \"?\" for help.",
                        unknown(2),
                        "% Type \"?\" for help."),
                List.of("enable", "show ib sm", "show foo"));
        assertThat(answers.ended())
                .containsExactly(
                        List.of(),
                        List.of("enable"),
                        List.of("% Unrecognized command \"foo\".", "% Type \"?\" for help."));
        assertThat(answers.rest()).isEmpty();
    }

    @Test
    void echoesOfLinesAndMarkersDoNotCount() {
        ExecFrame.Answers answers = FRAME.cut(
                List.of(
                        "sw1 # enable",
                        "sw1 # " + FRAME.marker(0),
                        unknown(0),
                        "sw1 # show ib sm",
                        "disable",
                        "sw1 # " + FRAME.marker(1),
                        unknown(1)),
                List.of("enable", "show ib sm"));
        assertThat(answers.ended()).containsExactly(List.of(), List.of("disable"));
    }

    @Test
    void whatHasNotEndedIsTheRest() {
        ExecFrame.Answers answers =
                FRAME.cut(List.of(unknown(0), "ena"), List.of("enable", "show ib sm", "show ib partition"));
        assertThat(answers.ended()).hasSize(1);
        assertThat(answers.rest()).containsExactly("ena");
    }

    @Test
    void markersWithMoreDigitsAreOthers() {
        ExecFrame.Answers answers = FRAME.cut(List.of(unknown(0), unknown(10)), List.of("enable", "show ib sm"));
        assertThat(answers.ended()).hasSize(1);
    }

    @Test
    void whatHasNoLineFeedStandsBeforeTheMarkersError() {
        ExecFrame.Answers answers = FRAME.cut(
                List.of(unknown(0), "a", "100.0% [####]" + unknown(1), "% Type \"?\" for help."),
                List.of("enable", "image fetch"));
        assertThat(answers.ended()).containsExactly(List.of(), List.of("a", "100.0% [####]"));
        assertThat(answers.rest()).isEmpty();
    }
}
