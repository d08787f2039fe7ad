package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.journal.RunRecorder;
import dev.ibplay.journal.RunState;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A page's text; how browsers show it is {@code RunPageInBrowserTest}'s business. */
class RunPageTest {
    private static String page(RecordedRun run) {
        return RunPage.of(run, ZoneOffset.UTC);
    }

    @Test
    void allOfARunIsThere() {
        assertThat(page(ManyHosts.run(10)))
                .startsWith("<!DOCTYPE html>\n<html lang=\"en\">")
                .contains("<h1>Run 20261130T110702-3f9a: failed (exit 3)</h1>")
                .contains("2026-11-30 11:07:02 by root@ctl, process 77")
                .contains("<code>ibplay apply site.yml</code>")
                .contains("<li class=\"done\"><b>7</b>changed</li>")
                .contains("<a href=\"#h-node0003\">node0003</a><td class=bad>unreachable<td>connection refused")
                .contains("node0002: ipoib ib0 is held until node0002 has rebooted")
                .contains("<td>ipoib ib0 mtu<td>running and file 2044<td>4092<td>playbooks/site.yml:18:34"
                        + "<td class=good>as wanted</tr>")
                .contains("<tr><td>2 of 2 of a play<td>9: node[0002:0010]<td class=bad>node0007<td class=n>+2.0 s<td")
                .contains("<td>before: <code>drain node0001</code><pre>drained\n&lt;&lt;hidden&gt;&gt;</pre><td>adm"
                        + "<td class=good>ok<td class=n>+0.0 s<td class=n>2.0 s</tr>")
                .contains("<h3 id=\"d-1\">1. 9 hosts: node0001, node0002, node0004")
                .contains("<del>-MTUBytes=2044</del>\n<ins>+MTUBytes=4092</ins>")
                .contains("Before and after the run, alike", "<td>MASTER, priority 9<td>MASTER, priority 9");
    }

    @Test
    void whatHostsSayIsNoMarkup() {
        assertThat(page(ManyHosts.run(10)))
                .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;")
                .doesNotContain("<script>alert")
                .doesNotContain("\u001b", "\u0007");
    }

    @Test
    void nothingLeadsElsewhere() {
        assertThat(page(ManyHosts.run(10)))
                .doesNotContain("http:", "https:", "src=", "@import", "url(")
                .contains("default-src 'none'");
    }

    @Test
    void aThousandHostsMakeAPageThatOpensQuickly() {
        assertThat(page(ManyHosts.run(1000))).hasSizeLessThan(2_000_000);
    }

    @Test
    void aKilledRun() {
        List<RecordedEvent> events = new ArrayList<>();
        var recorder = new RunRecorder((JournalEvent event) ->
                events.add(new RecordedEvent(JournalSamples.NOW.plusSeconds(events.size()), event, Map.of())));
        recorder.began(JournalSamples.began(JournalSamples.controller(), "sm1", "n1"));
        recorder.planned(JournalSamples.plan());
        recorder.on(new RunEvent.StepBegan(JournalSamples.WRITE));

        assertThat(page(RecordedRun.of(
                        JournalSamples.NAME, new RunState.Killed(), events, List.of("line 4 is cut off"))))
                .contains("killed</h1>")
                .contains("1 step is in doubt: begun, and nobody saw the end.")
                .contains("The journal is damaged: line 4 is cut off.")
                .contains("data-s=\"in-doubt\"", "data-s=\"not begun\"")
                .contains("<td class=wait>not known")
                .contains(" m_key &lt;hidden&gt;");
    }

    @Test
    void aJournalWithNothingInIt() {
        assertThat(page(RecordedRun.of(
                        JournalSamples.NAME, new RunState.Killed(), List.of(), List.of("cannot be read: x"))))
                .contains("The journal is damaged: cannot be read: x.")
                .contains("<b>0</b>hosts");
    }

    @Test
    void anchorsAreAddresses() {
        assertThat(PageText.anchor("rack 1/n\u00fc")).isEqualTo("h-rack%201%2Fn%C3%BC");
    }
}
