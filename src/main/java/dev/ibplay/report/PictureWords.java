package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.Link;
import dev.ibplay.fabric.LinkEnds;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.ib.LinkRate;
import dev.ibplay.ib.Mtu;
import java.util.Optional;

/** What the picture says in words; nodes' descriptions are anybody's text. */
final class PictureWords {
    private PictureWords() {}

    /** Safe between tags and in attributes, on one line, without characters that turn the direction of writing. */
    static String escape(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}]", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Cut so that it fits a box. */
    static String fitted(String text, int characters) {
        int count = text.codePointCount(0, text.length());
        return count <= characters ? text : text.substring(0, text.offsetByCodePoints(0, characters - 1)) + "\u2026";
    }

    static String name(FabricNode node) {
        return node.description().isBlank() ? node.guid().toString() : node.description();
    }

    static String node(Fabric fabric, FabricNode node) {
        long up = fabric.portsOf(node.guid()).stream()
                .filter(port -> fabric.peer(port.ref()).isPresent())
                .count();
        StringBuilder text = new StringBuilder("%s\n%s %s, %d of %d ports with a cable"
                .formatted(
                        name(node),
                        switch (node.type()) {
                            case CA -> "adapter";
                            case SWITCH -> "switch";
                            case ROUTER -> "router";
                            case UNKNOWN -> "node";
                        },
                        node.guid(),
                        up,
                        node.ports()));
        for (FabricPort port : fabric.portsOf(node.guid())) {
            port.guid()
                    .ifPresent(guid -> text.append("\nport %d: %s, LID %s, %s"
                            .formatted(
                                    port.ref().number(),
                                    guid,
                                    port.info().lid(),
                                    port.info().state())));
        }
        return text.toString();
    }

    static String link(Fabric fabric, Link link) {
        String rest = fabric.ends(link).map(PictureWords::verdict).orElse("");
        return end(fabric, link.one()) + "\n" + end(fabric, link.other()) + rest;
    }

    private static String verdict(LinkEnds ends) {
        String width = ends.isNarrow()
                ? "\nnarrow: both ends can do "
                        + ends.bestWidth().map(Object::toString).orElse("")
                : "";
        String speed = ends.isSlow()
                ? "\nslow: both ends can do "
                        + ends.bestSpeed().map(Object::toString).orElse("")
                : "";
        return width + speed;
    }

    private static String end(Fabric fabric, PortRef port) {
        String node = fabric.node(port.node())
                .map(PictureWords::name)
                .orElse(port.node().toString());
        return "%s port %d: %s"
                .formatted(
                        node,
                        port.number(),
                        fabric.port(port).map(known -> values(fabric, known)).orElse("no answer"));
    }

    private static String values(Fabric fabric, FabricPort port) {
        return "MtuCap %s, NeighborMTU %s, %s, LID %s"
                .formatted(
                        mtu(port.info().mtuCap()),
                        mtu(port.info().neighborMtu()),
                        port.info().linkRate().map(LinkRate::toString).orElse("rate unknown"),
                        lid(fabric, port));
    }

    /** A switch's outer ports are reached by the LID of its port 0. */
    private static String lid(Fabric fabric, FabricPort port) {
        boolean isSwitch =
                fabric.node(port.ref().node()).map(FabricNode::isSwitch).orElse(false);
        return (isSwitch ? fabric.port(new PortRef(port.ref().node(), 0)) : Optional.of(port))
                .map(p -> p.info().lid().toString())
                .orElse("unknown");
    }

    private static String mtu(Optional<Mtu> mtu) {
        return mtu.map(Mtu::toString).orElse("unknown");
    }
}
