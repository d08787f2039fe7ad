package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.PKey;
import dev.ibplay.journal.RehearsalRecord;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.journal.RehearsalRecord.Outage;
import dev.ibplay.journal.RehearsalRecord.TimedStep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RehearsalTextTest {
    private static final TimedStep STEP =
            new TimedStep("sm1", "restart opensm", "changed", Duration.ofSeconds(75), Duration.ofMillis(2340));

    @Test
    void whatCameAbout() {
        var came = new RehearsalRecord(
                List.of(STEP),
                List.of(
                        new Outage(
                                "the fabric of sm1 mlx5_0/1",
                                Optional.empty(),
                                Duration.ofSeconds(76),
                                Duration.ofMillis(1500),
                                false,
                                Optional.of("sm1: restart opensm")),
                        new Outage(
                                "the fabric of sm1 mlx5_0/1",
                                Optional.of(new PKey(5)),
                                Duration.ofSeconds(80),
                                Duration.ofSeconds(9),
                                true,
                                Optional.empty())),
                List.of(new Doubt("node1", "owner of ib0: netplan by /etc/netplan/1.yaml, and none on the twin")));
        assertThat(RehearsalText.of(came)).isEqualTo("""

                Rehearsed, in the time of the simulated hosts (minutes:seconds from the first step)
                    1:15  sm1: restart opensm: changed, 2.3 s

                Meanwhile
                    1:16  the fabric of sm1 mlx5_0/1: no master for 1.5 s, from "sm1: restart opensm" on
                    1:20  the fabric of sm1 mlx5_0/1: no IPoIB group of partition 0x0005 to the end

                Twins
                  node1: owner of ib0: netplan by /etc/netplan/1.yaml, and none on the twin
                """);
        assertThat(JsonText.of(RehearsalJson.of(came)).replaceAll("\\s+", " "))
                .contains(
                        "\"host\" : \"sm1\", \"what\" : \"restart opensm\", \"result\" : \"changed\", \"began\" : 75.0, \"took\" : 2.34",
                        "\"missing\" : \"master\", \"pkey\" : \"\", \"began\" : 76.0, \"took\" : 1.5, \"lasts\" : false",
                        "\"missing\" : \"ipoib group\", \"pkey\" : \"0x0005\"",
                        "\"of\" : \"node1\"");
    }

    @Test
    void nothingWasMissing() {
        assertThat(RehearsalText.of(new RehearsalRecord(List.of(STEP), List.of(), List.of())))
                .endsWith("""

                        Meanwhile
                          every fabric had a master and its IPoIB groups all the time

                        Twins
                          as their hosts and fabrics in all that a plan rests on
                        """);
        assertThat(RehearsalText.of(new RehearsalRecord(List.of(), List.of(), List.of())))
                .as("nothing was to be done")
                .isEqualTo("\nTwins\n  as their hosts and fabrics in all that a plan rests on\n");
    }
}
