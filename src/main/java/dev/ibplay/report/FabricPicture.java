package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.Silent;
import dev.ibplay.facts.Fact;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.SmInfo;
import dev.ibplay.ib.SmState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A fabric as one HTML file that needs nothing else: switches by their distance from the adapters, cables with what both
 * ends say, and the ones that hold the MTU or the rate down. Small fabrics have names in their boxes, large ones cells with
 * the name on hover.
 */
public final class FabricPicture {
    /** How far left of a box the line along its column is. */
    private static final double TRUNK = 9;

    /** Room for the mark of a subnet manager. */
    private static final double MARK = 14;

    private final Fabric fabric;
    private final Map<NodeGuid, String> managers = new HashMap<>();
    private final PictureLayout layout;
    private final PictureLinks links;
    private final StringBuilder out = new StringBuilder();
    private boolean isFigure;

    private FabricPicture(Fabric fabric, Map<PortGuid, Fact<SmInfo>> subnetManagers) {
        this.fabric = fabric;
        layout = new PictureLayout(fabric);
        links = new PictureLinks(fabric);
        subnetManagers.forEach((guid, info) -> fabric.port(guid)
                .ifPresent(
                        port -> managers.merge(port.ref().node(), manager(info), (one, other) -> one + "\n" + other)));
    }

    /**
     * The whole file.
     *
     * @param title above the picture, for example the fabric's name
     */
    public static String of(String title, Fabric fabric, Map<PortGuid, Fact<SmInfo>> subnetManagers) {
        return new FabricPicture(fabric, subnetManagers).html(title);
    }

    /** The same as a part of a page: legend, drawing and list, styled by {@link PictureStyle#DRAWING}. */
    static String figure(Fabric fabric, Map<PortGuid, Fact<SmInfo>> subnetManagers) {
        var picture = new FabricPicture(fabric, subnetManagers);
        picture.isFigure = true;
        picture.out.append("<p>").append(picture.counts()).append("</p>\n");
        picture.legend();
        picture.out.append("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"drawing of the fabric\">\n");
        picture.picture();
        picture.out.append("</div>\n");
        picture.list();
        return picture.out.toString();
    }

    private static String manager(Fact<SmInfo> info) {
        return switch (info) {
            case Fact.Known<SmInfo> known ->
                "subnet manager: %s, priority %d"
                        .formatted(
                                known.value().state() == SmState.MASTER
                                        ? "master"
                                        : known.value().state().name().toLowerCase(Locale.ROOT),
                                known.value().priority());
            case Fact.Absent<SmInfo> ignored -> "subnet manager";
            case Fact.Unreadable<SmInfo> unreadable -> "subnet manager: " + unreadable.because();
        };
    }

    private String html(String title) {
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append(PictureWords.escape(title))
                .append("</title>\n<style>\n")
                .append(PictureStyle.CSS)
                .append("</style>\n</head>\n<body class=\"fabric\">\n");
        header(title);
        picture();
        list();
        return out.append("</body>\n</html>\n").toString();
    }

    private void header(String title) {
        out.append("<header>\n<h1>").append(PictureWords.escape(title)).append("</h1>\n<p>");
        out.append(counts()).append("</p>\n");
        legend();
        out.append("</header>\n");
    }

    private String best() {
        return links.best().map(Mtu::toString).orElse("unknown");
    }

    private String counts() {
        long switches = fabric.nodes().stream().filter(FabricNode::isSwitch).count();
        return "%s, %s, %s; the best MTU of a port is %s%s"
                .formatted(
                        switches == 1 ? "1 switch" : switches + " switches",
                        count(fabric.nodes().size() - switches, "adapter"),
                        count(fabric.links().size(), "link"),
                        best(),
                        fabric.isComplete() ? "" : "; the discovery is not complete");
    }

    private void legend() {
        out.append("<p class=\"legend\">")
                .append(key("<line x1=\"0\" y1=\"6\" x2=\"26\" y2=\"6\"/>", "link"))
                .append(key("<line class=\"mtu\" x1=\"0\" y1=\"6\" x2=\"26\" y2=\"6\"/>", "MTU below " + best()))
                .append(key(
                        "<line class=\"slow\" x1=\"0\" y1=\"6\" x2=\"26\" y2=\"6\"/>",
                        "narrower or slower than both ends can do"));
        if (!layout.isNamed()) {
            out.append(key(cell("cell mtu"), "adapter with such an MTU"))
                    .append(key(cell("cell slow"), "adapter with such a link"));
        }
        out.append(key(cell("switch"), "switch"))
                .append(key(cell("sm"), "\u2605 subnet manager"))
                .append(key(cell("silent"), "no answer"))
                .append("</p>\n");
    }

    private static String count(long number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    private static String key(String drawing, String words) {
        return "<span><svg width=\"26\" height=\"12\" aria-hidden=\"true\">%s</svg>%s</span>"
                .formatted(drawing, PictureWords.escape(words));
    }

    private static String cell(String classes) {
        return "<g class=\"%s\"><rect x=\"7\" y=\"1\" width=\"11\" height=\"10\"/></g>".formatted(classes);
    }

    private void picture() {
        out.append(
                "<svg width=\"%s\" height=\"%s\" role=\"img\" aria-label=\"links between the nodes of the fabric\"%s>\n"
                        .formatted(
                                number(layout.width()),
                                number(layout.height()),
                                layout.isNamed() ? "" : " class=\"compact\""));
        fabric.nodes().forEach(node -> trunks(node.guid()));
        links.bundles().forEach(this::bundle);
        layout.unknown().forEach(this::unknown);
        fabric.nodes().forEach(this::node);
        out.append("</svg>\n");
    }

    /** Adapters' cells lie close to their switch, so that their own link is told by the cell. */
    private void bundle(PictureLinks.Bundle bundle) {
        PictureBox one = layout.nodes().get(bundle.one());
        PictureBox other = layout.nodes().get(bundle.other());
        boolean isToOwner = isOwner(bundle.one(), bundle.other()) || isOwner(bundle.other(), bundle.one());
        if (one == null || other == null || (isToOwner && !layout.isNamed())) {
            return;
        }
        String way = isToOwner && layout.isTree()
                ? stub(isOwner(bundle.one(), bundle.other()) ? other : one)
                : straight(one, other);
        List<String> words = new ArrayList<>();
        bundle.links().forEach(link -> words.add(PictureWords.link(fabric, link)));
        String count = bundle.links().size() > 1 ? bundle.links().size() + " links\n" : "";
        out.append("<g class=\"link%s\"><path class=\"seen\" d=\"%s\"/><path class=\"hit\" d=\"%s\"/>%s</g>\n"
                .formatted(links.classes(bundle.links()), way, way, hover(count + String.join("\n\n", words))));
    }

    private boolean isOwner(NodeGuid owner, NodeGuid node) {
        return layout.levels().owner(node).map(owner::equals).orElse(false);
    }

    /** The line from a switch along each column of its adapters; their own short lines begin there. */
    private void trunks(NodeGuid owner) {
        PictureBox from = layout.nodes().get(owner);
        if (from == null || !layout.isNamed() || !layout.isTree()) {
            return;
        }
        for (PictureBox last : layout.columnEnds(owner)) {
            boolean below = last.y() > from.y();
            double x = last.x() - TRUNK;
            out.append("<path d=\"M%s %sV%sH%sV%s\"/>\n"
                    .formatted(
                            number(Math.clamp(x, from.x() + 6, from.right() - 6)),
                            number(below ? from.bottom() : from.y()),
                            number(below ? from.bottom() + 5 : from.y() - 5),
                            number(x),
                            number(last.middleY())));
        }
    }

    private static String stub(PictureBox to) {
        return "M%s %sH%s".formatted(number(to.x() - TRUNK), number(to.middleY()), number(to.x()));
    }

    private static String straight(PictureBox one, PictureBox other) {
        boolean apart = Math.abs(one.middleY() - other.middleY()) > (one.height() + other.height()) / 2;
        double start = !apart ? one.middleY() : one.y() < other.y() ? one.bottom() : one.y();
        double end = !apart ? other.middleY() : one.y() < other.y() ? other.y() : other.bottom();
        return "M%s %sL%s %s".formatted(number(one.middleX()), number(start), number(other.middleX()), number(end));
    }

    private void node(FabricNode node) {
        PictureBox box = layout.nodes().get(node.guid());
        if (box == null) {
            return;
        }
        List<Link> own = fabric.portsOf(node.guid()).stream()
                .flatMap(port -> fabric.peer(port.ref()).stream().map(peer -> new Link(port.ref(), peer)))
                .toList();
        boolean isCell = !node.isSwitch() && !layout.isNamed();
        Optional<String> manager = Optional.ofNullable(managers.get(node.guid()));
        boolean isVantage = fabric.vantage()
                .map(port -> port.ref().node().equals(node.guid()))
                .orElse(false);
        StringBuilder classes = new StringBuilder(node.isSwitch() ? "switch" : isCell ? "cell" : "node");
        classes.append(node.isSwitch() ? "" : links.classes(own));
        classes.append(manager.isPresent() ? " sm" : "").append(isVantage ? " vantage" : "");
        StringBuilder words = new StringBuilder(PictureWords.node(fabric, node));
        manager.ifPresent(text -> words.append('\n').append(text));
        words.append(isVantage ? "\nseen from here" : "");
        if (isCell) {
            own.forEach(link -> words.append("\n\n").append(PictureWords.link(fabric, link)));
        }
        out.append("<g class=\"%s\">%s%s%s%s</g>\n"
                .formatted(
                        classes,
                        rectangle(box),
                        isCell ? "" : label(box, PictureWords.name(node), manager.isPresent() ? MARK : 0),
                        manager.isPresent() ? mark(box, isCell) : "",
                        hover(words.toString())));
    }

    private void unknown(Silent silent, PictureBox box) {
        String at = silent.port()
                .flatMap(port ->
                        fabric.node(port.node()).map(node -> PictureWords.name(node) + " port " + port.number()))
                .orElse("");
        out.append("<g class=\"silent\">%s%s%s</g>\n"
                .formatted(
                        rectangle(box),
                        layout.isNamed() ? label(box, silent.because(), 0) : "",
                        hover("The neighbour of " + at + " does not answer: " + silent.because())));
    }

    private static String rectangle(PictureBox box) {
        return "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>"
                .formatted(number(box.x()), number(box.y()), number(box.width()), number(box.height()));
    }

    /** Leaves {@code free} pixels at the right. */
    private String label(PictureBox box, String text, double free) {
        int characters = (int) ((box.width() - free) / (layout.isNamed() ? 6.2 : 5.2));
        return "<text x=\"%s\" y=\"%s\">%s</text>"
                .formatted(
                        number(box.middleX() - free / 2),
                        number(box.middleY()),
                        PictureWords.escape(PictureWords.fitted(text, characters)));
    }

    private static String mark(PictureBox box, boolean isCell) {
        return "<text class=\"mark\" x=\"%s\" y=\"%s\">\u2605</text>"
                .formatted(number(isCell ? box.middleX() : box.right() - 10), number(box.middleY()));
    }

    private static String hover(String text) {
        return "<title>%s</title>"
                .formatted(text.lines().map(PictureWords::escape).collect(Collectors.joining("\n")));
    }

    /** The links that stand out, in words, for those who cannot or do not want to look for them. */
    private void list() {
        List<Link> found = fabric.links().stream()
                .filter(link -> links.isBottleneck(link) || links.isBelowCapability(link))
                .toList();
        if (found.isEmpty() && fabric.silent().isEmpty() && isFigure) {
            return;
        }
        out.append("<section><details%s><summary>%s below the best MTU or their capability</summary><ol>\n"
                .formatted(found.size() <= 20 ? " open" : "", count(found.size(), "link")));
        found.forEach(link -> out.append("<li>")
                .append(PictureWords.link(fabric, link)
                        .lines()
                        .map(PictureWords::escape)
                        .collect(Collectors.joining("\n")))
                .append("</li>\n"));
        out.append("</ol></details>\n");
        List<Silent> silent = fabric.silent();
        if (!silent.isEmpty()) {
            out.append("<details open><summary>%s without an answer</summary><ol>\n"
                    .formatted(count(silent.size(), "question")));
            silent.forEach(question -> out.append("<li>")
                    .append(PictureWords.escape("%s of %s: %s"
                            .formatted(
                                    question.attribute(),
                                    question.port()
                                            .flatMap(fabric::port)
                                            .map((FabricPort port) -> fabric.nameOf(port))
                                            .or(() -> question.port().map(Object::toString))
                                            .orElse("the port that asks"),
                                    question.because())))
                    .append("</li>\n"));
            out.append("</ol></details>\n");
        }
        out.append("</section>\n");
    }

    /** At most one digit after the point: whole pixels are enough, and files stay small. */
    private static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
