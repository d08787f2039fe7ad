package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.journal.JournalEvent;
import dev.ibplay.journal.JournalSamples;
import dev.ibplay.journal.RecordedEvent;
import dev.ibplay.journal.RecordedFinding;
import dev.ibplay.journal.RecordedRun;
import dev.ibplay.journal.RunState;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class JUnitXmlTest {
    private static Document valid(RecordedRun run) throws Exception {
        String xml = JUnitXml.of(run);
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(Path.of("src", "test", "resources", "reports", "junit.xsd")
                        .toFile())
                .newValidator()
                .validate(new StreamSource(new StringReader(xml)));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    /** {@code HOST/CASE OUTCOME} of each case. */
    private static List<String> cases(Document document) {
        List<String> cases = new ArrayList<>();
        NodeList all = document.getElementsByTagName("testcase");
        for (int i = 0; i < all.getLength(); i++) {
            Element element = (Element) all.item(i);
            String outcome = element.getFirstChild() == null
                    ? "passed"
                    : element.getFirstChild().getNodeName();
            cases.add(element.getAttribute("classname") + "/" + element.getAttribute("name") + " " + outcome);
        }
        return cases;
    }

    @Test
    void aCaseForEachHostAndEachValueThatDiffered() throws Exception {
        Document document = valid(ManyHosts.run(10));

        assertThat(cases(document))
                .hasSize(19)
                .contains(
                        "node0001/the host passed",
                        "node0001/ipoib ib0: mtu passed",
                        "node0002/the host skipped",
                        "node0002/ipoib ib0: mtu skipped",
                        "node0003/the host error",
                        "node0007/the host failure",
                        "node0007/ipoib ib0: mtu failure")
                .doesNotContain("node0003/ipoib ib0: mtu passed");
        Element suite = (Element) document.getElementsByTagName("testsuite").item(0);
        assertThat(suite.getAttribute("tests")).isEqualTo("19");
        assertThat(suite.getAttribute("failures")).isEqualTo("2");
        assertThat(suite.getAttribute("errors")).isEqualTo("1");
        assertThat(suite.getAttribute("skipped")).isEqualTo("2");
        assertThat(suite.getAttribute("name")).isEqualTo("ibplay apply site.yml");
        assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-30T11:07:02");
        Element host = (Element) document.getElementsByTagName("testcase").item(0);
        assertThat(host.getAttribute("time")).isEqualTo("0.600");
    }

    @Test
    void whatXmlHasNoFormForIsWrittenAsText() throws Exception {
        NodeList failures = valid(ManyHosts.run(10)).getElementsByTagName("failure");

        assertThat(((Element) failures.item(0)).getAttribute("message"))
                .isEqualTo("<script>alert('x')</script> \\x1b[31m\\x07 & \"quoted\"");
    }

    @Test
    void aVerificationThatFailedIsAFailureAlthoughNoHostFailed() throws Exception {
        var finding = new RecordedFinding("error", "IB720", "", "no master in the fabric");
        List<RecordedEvent> events = Stream.of(
                        new JournalEvent.Compared(List.of(), List.of(), List.of(finding)),
                        new JournalEvent.HostEnded("n1", "ok", List.of()),
                        new JournalEvent.RunEnded(3, Map.of("ok", 1), 0, ""))
                .map(event -> new RecordedEvent(JournalSamples.NOW, event, Map.of()))
                .toList();
        Document document = valid(RecordedRun.of(JournalSamples.NAME, new RunState.Finished(3), events, List.of()));

        assertThat(cases(document)).containsExactly("n1/the host passed", "ibplay/the run failure");
        assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
                .isEqualTo("IB720: no master in the fabric");
    }

    @Test
    void aRunThatCameToNoEndIsAnError() throws Exception {
        var killed = RecordedRun.of(JournalSamples.NAME, new RunState.Killed(), List.of(), List.of());

        assertThat(cases(valid(killed))).containsExactly("ibplay/the run error");
    }
}
