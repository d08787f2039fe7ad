package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.ibplay.journal.MergedRun;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.ShardRecord;
import dev.ibplay.journal.ShardSamples;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ShardsReportTest {
    private static final List<ShardRecord> SHARDS = List.of(
            ShardSamples.ended(1, 0, "sm1", "n1"), ShardSamples.lost(2, 1, "n2", "n4", "n6"), ShardSamples.missing(3));
    private static final RecordedRun MERGED = MergedRun.of(SHARDS, 3).orElseThrow();

    @Test
    void peopleSeeEachShardAndOneRecap() {
        assertThat(ShardsText.of(SHARDS, Optional.of(MERGED), ZoneOffset.UTC, false))
                .isEqualTo("""
                        SHARD  ON   RUN                   BEGAN                DURATION  HOSTS  CHANGED  RESULT
                        1      ctl  20261130T110701-0001  2026-11-30 11:07:02  1 s       2      2        done
                        2      ctl  20261130T110702-0002  2026-11-30 11:07:02  0 s       3      1        lost
                        3      -    -                     -                    -         -      -        never begun

                        Failures, and what waits
                          n2  unverified: shard 2 was lost: it gives no sign of life
                          n4  failed: shard 2 was lost: it gives no sign of life
                          n6  skipped: shard 2 was lost: it gives no sign of life

                        Stopped: shard 2 was lost: it gives no sign of life; shard 3 has never begun

                        Recap
                          sm1  changed
                          n2   unverified
                          n1   changed
                          n4   failed
                          n6   skipped
                          ok=0 changed=2 skipped=1 unsupported=0 held=0 unverified=1 reverted=0 unreachable=0 failed=1
                        """);
    }

    @Test
    void programsSeeTheSame() throws Exception {
        JsonNode document = JsonMapper.builder().build().readTree(ShardsJson.of(SHARDS, Optional.of(MERGED), 3));

        assertThat(document.path("exit_code").asInt()).isEqualTo(3);
        assertThat(document.path("shards").findValuesAsText("state")).containsExactly("ended", "lost", "missing");
        assertThat(document.path("shards").path(0).path("exit_code").asInt(-1)).isZero();
        assertThat(document.path("shards").path(1).has("exit_code")).isFalse();
        assertThat(document.path("hosts").findValuesAsText("host")).containsExactly("sm1", "n2", "n1", "n4", "n6");
        assertThat(document.path("recap").path("changed").asInt()).isEqualTo(2);
    }

    @Test
    void eventsOfAllShardsAreInOneLineOfTimeAndNameTheirs() throws Exception {
        List<Instant> times = new ArrayList<>();
        List<Integer> shards = new ArrayList<>();
        for (String line : ShardsJson.events(SHARDS).lines().toList()) {
            JsonNode event = JsonMapper.builder().build().readTree(line);
            times.add(Instant.parse(event.path("at").asText()));
            shards.add(event.path("shard").asInt());
            assertThat(event.path("event").asText()).isNotEmpty();
        }

        assertThat(times).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(shards).contains(1, 2).doesNotContain(3, 0);
        assertThat(shards)
                .hasSize(SHARDS.stream()
                        .flatMap(shard -> shard.run().stream())
                        .mapToInt(run -> run.events().size())
                        .sum());
    }

    @Test
    void aPageHasTheShardsAndAllHosts() {
        String page = RunPage.of(MERGED, SHARDS, ZoneOffset.UTC);

        assertThat(page)
                .contains("<section id=\"shards\">", "<td>never begun", "id=\"h-n6\"", "id=\"h-sm1\"")
                .contains("a play, shard 1");
        assertThat(RunPage.of(MERGED, ZoneOffset.UTC)).doesNotContain("<section id=\"shards\">");
    }

    @Test
    void buildServersSeeALostShardAsAFailure() {
        assertThat(JUnitXml.of(MERGED))
                .contains(
                        "type=\"stopped\" message=\"shard 2 was lost: it gives no sign of life; shard 3 has never begun\"")
                .contains("classname=\"n1\"");
    }
}
