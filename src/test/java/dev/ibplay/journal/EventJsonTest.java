package dev.ibplay.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.plan.Effect;
import dev.ibplay.plan.FileState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventJsonTest {
    private final List<JournalEvent> events = new ArrayList<>();
    private final EventJson json = new EventJson(text -> text.replace("hunter2", "<hidden>"));
    private final EventReader reader = new EventReader(blob -> Optional.of("text of " + blob.length()));

    private String line(JournalEvent event) {
        return json.line(JournalSamples.NOW, event);
    }

    private JournalEvent.Planned planned() {
        assertThat(new RunRecorder(events::add).planned(JournalSamples.plan())).isTrue();
        return (JournalEvent.Planned) events.getFirst();
    }

    @Test
    void theFirstLine() {
        assertThat(line(JournalSamples.began(JournalSamples.controller(), "sm1", "n1")))
                .isEqualTo("{\"at\":\"2026-11-30T11:07:02.345Z\",\"event\":\"run-began\",\"format\":1,"
                        + "\"run\":\"20261130T110702-3f9a\",\"version\":\"1.0\",\"user\":\"root\",\"host\":\"ctl\","
                        + "\"pid\":77,\"start_ticks\":4711,\"boot_id\":\"boot-1\",\"command_line\":[\"apply\",\"site.yml\"],"
                        + "\"directory\":\"/srv\",\"playbooks\":[\"site.yml\"],\"inventories\":[\"inventory\"],"
                        + "\"inputs\":[{\"path\":\"site.yml\",\"sha256\":\"" + "ab".repeat(32) + "\"}],"
                        + "\"hosts\":[\"sm1\",\"n1\"]}\n");
    }

    @Test
    void thePlan() {
        assertThat(line(planned()))
                .isEqualTo("{\"at\":\"2026-11-30T11:07:02.345Z\",\"event\":\"plan\",\"differences\":[{\"host\":\"n1\","
                        + "\"resource\":\"ipoib ib0\",\"attribute\":\"mtu\",\"level\":\"running\",\"observed\":\"2044\","
                        + "\"desired\":\"4092\",\"asked_by\":\"site.yml:9:5\"}],\"steps\":[{\"step\":1,\"host\":\"sm1\","
                        + "\"what\":\"write opensm.conf, then send HUP to opensm\",\"kind\":\"act\",\"effects\":["
                        + "{\"kind\":\"file\",\"path\":\"/etc/opensm/opensm.conf\",\"before\":{\"sha256\":\"a3a9e2807001f320c6d83daf6eee438ec645968b568293232c55149bb1976a95\","
                        + "\"bytes\":24,\"text\":\"e9d29edc8cff452e64788181ced2c86bacfe6ed63e423f62ed52a30091770d7d\"},\"after\":{\"sha256\":\"24e1915e96e184c16064c36b729bd42b5a70b2d0964b0699a5063ffdff556309\",\"bytes\":24,\"text\":\"1445829719ef53582bcf8e886c1e3ba73973b17ec5ced82722dd99214c0d7550\"}},"
                        + "{\"kind\":\"signal\",\"signal\":\"HUP\",\"pid\":12}],\"undo_commands\":[]},"
                        + "{\"step\":2,\"host\":\"n1\",\"what\":\"set ipoib ib0 mtu 4092\",\"play\":0,\"kind\":\"act\",\"effects\":["
                        + "{\"kind\":\"link-mtu\",\"interface\":\"ib0\",\"before\":2044,\"after\":4092}],"
                        + "\"undo_commands\":[]},{\"step\":3,\"host\":\"n1\",\"what\":\"ipoib ib0 is as set\","
                        + "\"play\":0,\"kind\":\"await\",\"effects\":[],\"undo_commands\":[]}],\"refusals\":[]}\n");
    }

    @Test
    void theOthers() {
        assertThat(line(new JournalEvent.StepBegan(3, "n1", "do it")))
                .isEqualTo("{\"at\":\"2026-11-30T11:07:02.345Z\",\"event\":\"step-began\",\"step\":3,\"host\":\"n1\","
                        + "\"what\":\"do it\"}\n");
        assertThat(line(new JournalEvent.StepEnded(3, "n1", "do it", "failed", "it said hunter2")))
                .endsWith("\"what\":\"do it\",\"result\":\"failed\",\"because\":\"it said <hidden>\"}\n");
        assertThat(line(new JournalEvent.RunEnded(3, Map.of("failed", 1), 2, "")))
                .endsWith("\"event\":\"run-ended\",\"exit_code\":3,\"recap\":{\"failed\":1},\"remaining\":2,"
                        + "\"stopped\":\"\"}\n");
    }

    @Test
    void blobsAreTextsWithoutSecretsNamedByTheirOwnHash() {
        Map<String, String> blobs = json.blobs(planned());

        assertThat(blobs.values())
                .containsExactlyInAnyOrder("m_key <hidden>\nsm_priority 3\n", "m_key <hidden>\nsm_priority 5\n");
        blobs.forEach((name, text) -> assertThat(FileState.sha256(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(name));
    }

    @Test
    void whatIsWrittenIsReadAgain() {
        List<JournalEvent> all = List.of(
                JournalSamples.began(JournalSamples.controller(), "sm1", "n1"),
                new JournalEvent.RunBegan(
                        JournalSamples.NAME,
                        "1.0",
                        JournalSamples.controller(),
                        new JournalEvent.Invocation(
                                List.of("rollback", "last"),
                                "/srv",
                                List.of("site.yml"),
                                List.of("inventory"),
                                List.of(),
                                Optional.of(new RunName("20261130T110702-0000")),
                                Optional.of(new RunName("20261130T110701-0000"))),
                        List.of("sm1")),
                JournalSamples.plays("n1"),
                new JournalEvent.FabricsSeen(JournalEvent.FabricsSeen.AFTER, List.of()),
                new JournalEvent.Compared(
                        List.of(new RecordedDifference("n1", "ipoib ib0", "mtu", "file", "2044", "4092", "p.yml:3:4")),
                        List.of(new RecordedHeld("n1", "driver mlx4_core", "until n1 has rebooted")),
                        List.of(new RecordedFinding("warning", "IB710", "", "unequal MTUs"))),
                new JournalEvent.Plays(
                        List.of(new RecordedPlay(
                                "hunter",
                                List.of("sm1", "n1"),
                                List.of("1", "25%"),
                                OptionalInt.of(30),
                                true,
                                OptionalInt.empty(),
                                Optional.of(false),
                                Optional.of("oper"),
                                Optional.of("admin"),
                                Optional.of("ssh"),
                                OptionalInt.of(2222))),
                        List.of("sm1", "sm2")),
                new JournalEvent.PhaseBegan("apply", 2),
                new JournalEvent.StepBegan(1, "sm1", "x"),
                new JournalEvent.StepEnded(1, "sm1", "x", "changed", ""),
                new JournalEvent.BatchBegan("Linux", 2, 3, List.of("n1", "n2")),
                new JournalEvent.BatchEnded("Linux", 2, 3, List.of("n2")),
                new JournalEvent.HostVerified("n1"),
                new JournalEvent.CommandBegan("n1", "before", "head", "drain n1"),
                new JournalEvent.CommandEnded("n1", "before", "head", "drain n1", "failed", "no such node"),
                new JournalEvent.Interrupted("INT", true),
                new JournalEvent.HostFailed("n1", "IB601", "broke"),
                new JournalEvent.Stopped("interrupted"),
                new JournalEvent.HostEnded("n1", "failed", List.of("a", "b")),
                new JournalEvent.RunEnded(3, Map.of("failed", 1), 0, "interrupted"));

        for (JournalEvent event : all) {
            assertThat(reader.read(line(event)).map(RecordedEvent::event)).contains(event);
        }
    }

    @Test
    void aPlanIsReadAgainWithTheTextsOfItsBlobs() {
        JournalEvent.Planned written = planned();
        Map<String, String> blobs = json.blobs(written);

        assertThat(new EventReader(name -> Optional.ofNullable(blobs.get(name)))
                        .read(line(written))
                        .map(RecordedEvent::event))
                .contains(written);
    }

    @Test
    void eventsAndFieldsOfLaterVersionsAreIgnored() {
        assertThat(reader.read(
                                "{\"at\":\"2026-11-30T11:07:02Z\",\"event\":\"step-paused\",\"for\":[1,{\"x\":null}],\"y\":2.5}")
                        .map(RecordedEvent::event))
                .contains(new JournalEvent.Unknown("step-paused"));
        assertThat(reader.read("{\"at\":\"2026-11-30T11:07:02Z\",\"event\":\"plan\",\"new\":1,\"steps\":[{\"step\":1,"
                                + "\"host\":\"h\",\"effects\":[{\"kind\":\"beam\"},{\"kind\":\"link-mtu\",\"interface\":"
                                + "\"ib0\",\"before\":1,\"colour\":\"red\"}]}]}")
                        .map(e -> ((JournalEvent.Planned) e.event())
                                .steps()
                                .getFirst()
                                .effects()))
                .contains(List.of(new Effect.LinkMtuEffect("ib0", OptionalInt.of(1), OptionalInt.empty())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "7",
                "{\"event\":\"stopped\"}",
                "{\"at\":\"yesterday\",\"event\":\"stopped\"}",
                "{\"at\":\"2026-11-30T11:07:02Z\"}",
                "{\"at\":\"2026-11-30T11:07:02Z\",\"event\":\"stopped\"} x"
            })
    void whatIsNoEventIsNone(String line) {
        assertThat(reader.read(line)).isEmpty();
    }
}
