package dev.ibplay.transport.helper;

/**
 * A fat tree in ibsim's language: each leaf has a link to each spine, and hosts. Every fourth host has an adapter with two
 * ports, the second of which goes to the next leaf.
 */
public record FatTree(int spines, int leaves, int hostsPerLeaf) {
    /** A host's name, with leaf and place counted from 1. */
    public static String host(int leaf, int place) {
        return "H%d-%d".formatted(leaf, place);
    }

    public String net() {
        StringBuilder net = new StringBuilder();
        for (int spine = 1; spine <= spines; spine++) {
            net.append("Switch %d \"S%d\"\n".formatted(leaves + 1, spine));
            for (int leaf = 1; leaf <= leaves; leaf++) {
                link(net, leaf, "L" + leaf, hostsPerLeaf + spine);
            }
            net.append('\n');
        }
        for (int leaf = 1; leaf <= leaves; leaf++) {
            leaf(net, leaf);
        }
        for (int leaf = 1; leaf <= leaves; leaf++) {
            for (int place = 1; place <= hostsPerLeaf; place++) {
                host(net, leaf, place);
            }
        }
        return net.toString();
    }

    private boolean hasTwoPorts(int place) {
        return place % 4 == 0;
    }

    /** Hosts, then spines, then the second ports of the hosts at the leaf before. */
    private void leaf(StringBuilder net, int leaf) {
        net.append("Switch %d \"L%d\"\n".formatted(2 * hostsPerLeaf + spines, leaf));
        int before = leaf == 1 ? leaves : leaf - 1;
        for (int place = 1; place <= hostsPerLeaf; place++) {
            link(net, place, host(leaf, place), 1);
            if (hasTwoPorts(place)) {
                link(net, hostsPerLeaf + spines + place, host(before, place), 2);
            }
        }
        for (int spine = 1; spine <= spines; spine++) {
            link(net, hostsPerLeaf + spine, "S" + spine, leaf);
        }
        net.append('\n');
    }

    private void host(StringBuilder net, int leaf, int place) {
        net.append("Hca %d \"%s\"\n".formatted(hasTwoPorts(place) ? 2 : 1, host(leaf, place)));
        link(net, 1, "L" + leaf, place);
        if (hasTwoPorts(place)) {
            link(net, 2, "L" + (leaf % leaves + 1), hostsPerLeaf + spines + place);
        }
        net.append('\n');
    }

    private static void link(StringBuilder net, int port, String other, int otherPort) {
        net.append("[%d] \"%s\"[%d]\n".formatted(port, other, otherPort));
    }
}
