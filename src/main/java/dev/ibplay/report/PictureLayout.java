package dev.ibplay.report;

import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.Silent;
import dev.ibplay.ib.Attribute;
import dev.ibplay.ib.NodeGuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where everything is drawn. Switches of a tree stand in rows, the farthest from the adapters on top, and each has its
 * adapters in a block; without levels they stand in a circle with the blocks outside.
 */
final class PictureLayout {
    private static final PictureBox NOWHERE = new PictureBox(0, 0, 0, 0);

    /** Up to so many nodes have their names in their boxes. */
    private static final int NAMED = 160;

    private static final double MARGIN = 24;
    private static final double GAP = 22;

    /** Room for the line that leads along the named boxes of a column. */
    private static final double TRUNK = 18;

    /** What is drawn at a switch: a node, or a neighbour that has not answered. */
    sealed interface Child {
        record Node(NodeGuid guid) implements Child {}

        record Unknown(Silent silent) implements Child {}
    }

    private final PictureLevels levels;
    private final boolean isNamed;
    private final boolean isTree;
    private final Map<NodeGuid, List<Child>> children = new LinkedHashMap<>();
    private final Map<NodeGuid, PictureBox> nodes = new LinkedHashMap<>();
    private final Map<Silent, PictureBox> unknown = new LinkedHashMap<>();
    private double width;
    private double height;

    PictureLayout(Fabric fabric) {
        levels = new PictureLevels(fabric);
        isNamed = fabric.nodes().size() <= NAMED;
        List<FabricNode> lonely = new ArrayList<>();
        for (FabricNode node : fabric.nodes()) {
            if (!node.isSwitch()) {
                levels.owner(node.guid())
                        .ifPresentOrElse(owner -> add(owner, new Child.Node(node.guid())), () -> lonely.add(node));
            }
        }
        for (Silent silent : fabric.silent()) {
            if (silent.attribute() == Attribute.NODE_INFO) {
                silent.port().ifPresent(port -> add(port.node(), new Child.Unknown(silent)));
            }
        }
        isTree = levels.isTree();
        if (isTree) {
            drawRows();
        } else {
            drawRound();
        }
        for (FabricNode node : lonely) {
            nodes.put(node.guid(), new PictureBox(width + MARGIN, MARGIN, childWidth(), childHeight()));
            width += childWidth() + 3 * MARGIN;
            height = Math.max(height, childHeight() + 3 * MARGIN);
        }
        width += MARGIN;
        height += MARGIN;
    }

    private void add(NodeGuid owner, Child child) {
        children.computeIfAbsent(owner, o -> new ArrayList<>()).add(child);
    }

    boolean isNamed() {
        return isNamed;
    }

    boolean isTree() {
        return isTree;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    PictureLevels levels() {
        return levels;
    }

    Map<NodeGuid, PictureBox> nodes() {
        return nodes;
    }

    /** Neighbours that have not answered. */
    Map<Silent, PictureBox> unknown() {
        return unknown;
    }

    double switchWidth() {
        return isNamed ? 140 : 72;
    }

    double switchHeight() {
        return isNamed ? 30 : 20;
    }

    private double childWidth() {
        return isNamed ? 122 : 11;
    }

    private double childHeight() {
        return isNamed ? 22 : 11;
    }

    private double pitchX() {
        return childWidth() + (isNamed ? TRUNK : 3);
    }

    private double pitchY() {
        return childHeight() + (isNamed ? 5 : 3);
    }

    private int columns(int count) {
        int rows = isNamed ? 10 : (int) Math.max(4, Math.ceil(Math.sqrt(count)));
        return Math.max(1, (count + rows - 1) / rows);
    }

    private int rows(int count) {
        int columns = columns(count);
        return (count + columns - 1) / columns;
    }

    private int count(NodeGuid node) {
        return children.getOrDefault(node, List.of()).size();
    }

    /** Of a switch's children together. */
    private double blockWidth(NodeGuid node) {
        return columns(count(node)) * pitchX();
    }

    private double blockHeight(NodeGuid node) {
        return rows(count(node)) * pitchY();
    }

    private double slot(NodeGuid node) {
        return Math.max(switchWidth(), count(node) == 0 ? 0 : blockWidth(node)) + GAP;
    }

    private void drawRows() {
        List<List<NodeGuid>> rows = levels.rows();
        double widest = rows.stream()
                .mapToDouble(row -> row.stream().mapToDouble(this::slot).sum())
                .max()
                .orElse(0);
        double between = Math.min(340, 90 + widest * 0.08);
        double y = MARGIN;
        for (int level = rows.size() - 1; level >= 0; level--) {
            List<NodeGuid> row = rows.get(level);
            boolean isLowest = level == 0;
            double above = isLowest
                    ? 0
                    : row.stream()
                                    .filter(node -> count(node) > 0)
                                    .mapToDouble(this::blockHeight)
                                    .max()
                                    .orElse(-10)
                            + 10;
            double free = (widest - row.stream().mapToDouble(this::slot).sum()) / Math.max(1, row.size());
            double x = MARGIN + free / 2;
            for (NodeGuid node : row) {
                PictureBox box = new PictureBox(
                        x + (slot(node) - GAP - switchWidth()) / 2, y + above, switchWidth(), switchHeight());
                nodes.put(node, box);
                double top = isLowest ? box.bottom() + 10 : box.y() - 10 - blockHeight(node);
                drawChildren(node, box.middleX() - blockWidth(node) / 2, top);
                x += slot(node) + free;
                height = Math.max(height, isLowest ? top + blockHeight(node) : box.bottom());
            }
            y += above + switchHeight() + between;
        }
        width = widest + 2 * MARGIN;
    }

    /** Where the lines along the columns of a switch's named adapters end: each at the last box of its column. */
    List<PictureBox> columnEnds(NodeGuid owner) {
        List<Child> all = children.getOrDefault(owner, List.of());
        int rows = Math.max(1, rows(all.size()));
        List<PictureBox> ends = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (i % rows == rows - 1 || i == all.size() - 1) {
                ends.add(box(all.get(i)));
            }
        }
        return ends;
    }

    private PictureBox box(Child child) {
        return switch (child) {
            case Child.Node node -> nodes.getOrDefault(node.guid(), NOWHERE);
            case Child.Unknown silent -> unknown.getOrDefault(silent.silent(), NOWHERE);
        };
    }

    private void drawChildren(NodeGuid owner, double left, double top) {
        List<Child> all = children.getOrDefault(owner, List.of());
        int rows = Math.max(1, rows(all.size()));
        for (int i = 0; i < all.size(); i++) {
            // Named boxes are read downwards, cells along their row.
            int column = isNamed ? i / rows : i % columns(all.size());
            int row = isNamed ? i % rows : i / columns(all.size());
            PictureBox box = new PictureBox(
                    left + column * pitchX() + (isNamed ? TRUNK : 1.5),
                    top + row * pitchY(),
                    childWidth(),
                    childHeight());
            switch (all.get(i)) {
                case Child.Node node -> nodes.put(node.guid(), box);
                case Child.Unknown silent -> unknown.put(silent.silent(), box);
            }
        }
    }

    private void drawRound() {
        List<NodeGuid> round = levels.round();
        double side = round.stream()
                .mapToDouble(node -> Math.max(slot(node), blockHeight(node) + switchHeight() + GAP))
                .max()
                .orElse(0);
        double radius = Math.max(switchWidth() * 1.2, round.size() * side / (2 * Math.PI));
        for (int i = 0; i < round.size(); i++) {
            NodeGuid node = round.get(i);
            double angle = 2 * Math.PI * i / round.size() - Math.PI / 2;
            double dx = Math.cos(angle);
            double dy = Math.sin(angle);
            nodes.put(
                    node,
                    new PictureBox(
                            radius * dx - switchWidth() / 2,
                            radius * dy - switchHeight() / 2,
                            switchWidth(),
                            switchHeight()));
            double away = radius
                    + 14
                    + Math.abs(dx) * (switchWidth() + blockWidth(node)) / 2
                    + Math.abs(dy) * (switchHeight() + blockHeight(node)) / 2;
            drawChildren(node, away * dx - blockWidth(node) / 2, away * dy - blockHeight(node) / 2);
        }
        moveIntoView();
    }

    private void moveIntoView() {
        List<PictureBox> all = new ArrayList<>(nodes.values());
        all.addAll(unknown.values());
        double left = all.stream().mapToDouble(PictureBox::x).min().orElse(0) - MARGIN;
        double top = all.stream().mapToDouble(PictureBox::y).min().orElse(0) - MARGIN;
        nodes.replaceAll((node, box) -> box.moved(-left, -top));
        unknown.replaceAll((silent, box) -> box.moved(-left, -top));
        width = all.stream().mapToDouble(PictureBox::right).max().orElse(0) - left;
        height = all.stream().mapToDouble(PictureBox::bottom).max().orElse(0) - top;
    }
}
