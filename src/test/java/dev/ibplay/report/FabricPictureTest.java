package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricBuilder;
import dev.ibplay.fabric.GeneratedFabric;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** {@code -Dgolden.update=true} writes the exact file anew. */
class FabricPictureTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "reports", "fabric.html");

    static List<Fabric> fabrics() {
        return List.of(
                GeneratedFabric.backToBack().fabric(),
                GeneratedFabric.leavesAndSpines(2, 1, 3).fabric(),
                GeneratedFabric.leavesAndSpines(8, 4, 8).fabric(),
                GeneratedFabric.leavesAndSpines(22, 12, 35).fabric(),
                GeneratedFabric.fatTree(6).fabric(),
                GeneratedFabric.ring(8, 3).fabric(),
                GeneratedFabric.ring(60, 12).fabric(),
                new FabricBuilder().build(true));
    }

    /** The drawing alone, as XML. */
    private static Document drawing(String html) throws Exception {
        String svg = html.substring(
                html.indexOf("<svg width=\"", html.indexOf("</header>")), html.lastIndexOf("</svg>") + 6);
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private record Rectangle(double left, double top, double right, double bottom) {
        boolean overlaps(Rectangle other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    private static List<Rectangle> boxes(Document drawing) {
        List<Rectangle> boxes = new ArrayList<>();
        var found = drawing.getElementsByTagName("rect");
        for (int i = 0; i < found.getLength(); i++) {
            Element box = (Element) found.item(i);
            double x = Double.parseDouble(box.getAttribute("x"));
            double y = Double.parseDouble(box.getAttribute("y"));
            boxes.add(new Rectangle(
                    x,
                    y,
                    x + Double.parseDouble(box.getAttribute("width")),
                    y + Double.parseDouble(box.getAttribute("height"))));
        }
        return boxes;
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void everyNodeHasItsPlaceAndNoTwoOverlap(Fabric fabric) throws Exception {
        String html = FabricPicture.of("test", fabric, Map.of());
        Document drawing = drawing(html);
        double width = Double.parseDouble(drawing.getDocumentElement().getAttribute("width"));
        double height = Double.parseDouble(drawing.getDocumentElement().getAttribute("height"));
        List<Rectangle> boxes = boxes(drawing);

        assertThat(boxes).hasSize(fabric.nodes().size());
        for (int i = 0; i < boxes.size(); i++) {
            Rectangle box = boxes.get(i);
            assertThat(box.left() >= 0 && box.top() >= 0 && box.right() <= width && box.bottom() <= height)
                    .as("%s within %s x %s", box, width, height)
                    .isTrue();
            assertThat(boxes.subList(0, i).stream().filter(box::overlaps))
                    .as("%s", box)
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("fabrics")
    void nothingIsLoadedFromElsewhere(Fabric fabric) {
        assertThat(FabricPicture.of("test", fabric, Map.of()))
                .doesNotContainPattern(Pattern.compile("<script|<link|<img|url\\(|@import|https?:|src="));
    }

    @Test
    void theMarksOfASmallFabric() throws Exception {
        GeneratedFabric generated = GeneratedFabric.leavesAndSpines(2, 1, 2);
        NodeGuid spine = generated.firstSwitch();
        generated
                .atBothEnds(spine, 1, data -> MadField.PORT_NEIGHBOR_MTU.put(data, 4))
                .atBothEnds(new NodeGuid(spine.value() + 16), 2, data -> MadField.PORT_WIDTH_ACTIVE.put(data, 1));
        FabricBuilder builder = new FabricBuilder();
        generated.answers(
                (route, attribute, modifier, data) -> builder.answered(route, attribute.id(), modifier, data));
        builder.unanswered(List.of(1, 7), Attribute.NODE_INFO.id(), 0, "no answer");
        Fabric fabric = builder.build(false);
        PortGuid manager = new PortGuid(generated.firstAdapter().value() + 1);
        String html = FabricPicture.of(
                "compute", fabric, Map.of(manager, Fact.known(new SmInfo(manager.value(), 7, 14, SmState.MASTER))));

        assertThat(html).contains("the discovery is not complete", "subnet manager: master, priority 14");
        assertThat(html).contains("narrow: both ends can do 4X", "MtuCap 4096, NeighborMTU 2048, 4xEDR, LID 8193");
        assertThat(html.split("class=\"link mtu\"", -1)).hasSize(1 + 1);
        assertThat(html.split("class=\"link slow\"", -1)).hasSize(1 + 1);
        assertThat(html.split("class=\"silent\"", -1)).as("in the legend too").hasSize(1 + 2);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(GOLDEN, html);
        }
        assertThat(html).isEqualTo(Files.readString(GOLDEN));
    }

    @Test
    void descriptionsAreTextAndNothingElse() throws Exception {
        GeneratedFabric generated = new GeneratedFabric();
        NodeGuid one = generated.adapter("</title><script>x</script>", 1);
        generated.cable(one, 1, generated.adapter("\"&'\u202e\u0007 ]]>", 1), 1);
        String html = FabricPicture.of("<b>", generated.fabric(), Map.of());

        assertThat(html).doesNotContain("<script", "<b>", "\u202e", "\u0007").contains("&lt;/title&gt;&lt;script&gt;");
        assertThat(drawing(html).getElementsByTagName("title").item(1).getTextContent())
                .contains("</title><script>x</script>");
    }

    @Test
    void aFileOf800NodesIsSmall() {
        assertThat(FabricPicture.of(
                                "large",
                                GeneratedFabric.leavesAndSpines(22, 12, 35).fabric(),
                                Map.of())
                        .length())
                .isLessThan(500_000);
    }
}
