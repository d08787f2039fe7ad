package dev.ibplay.report;

import dev.ibplay.fabric.MtuEnd;
import dev.ibplay.fabric.MtuLayer;
import dev.ibplay.fabric.PairMtu;
import dev.ibplay.plan.chain.PartitionChain;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The MTU chain between hosts, for programs. */
public final class MtuJson {
    private MtuJson() {}

    /**
     * The chain of a partition: its interfaces, and pairs of them with all layers; pairs that are alike stand for each other.
     *
     * @param wanted size of an IP packet, in bytes
     */
    public static Map<String, Object> of(PartitionChain chain, int wanted) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", chain.partition().toString());
        chain.group().ifPresent(mtu -> map.put("group_mtu", mtu.bytes()));
        map.put("wanted", wanted);
        map.put("interfaces", chain.ends().stream().map(MtuEnd::toString).toList());
        map.put(
                "pairs",
                chain.pairs().stream()
                        .map(like -> pair(like.pair(), like.pairs(), wanted))
                        .toList());
        return map;
    }

    /** One pair of a partition. */
    public static Map<String, Object> pair(PartitionChain chain, PairMtu pair, int wanted) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("partition", chain.partition().toString());
        map.putAll(pair(pair, 1, wanted));
        return map;
    }

    private static Map<String, Object> pair(PairMtu pair, long number, int wanted) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("one", pair.one().toString());
        map.put("other", pair.other().toString());
        map.put("pairs", number);
        map.put("usable", pair.usable());
        map.put("sent", pair.sent());
        map.put(
                "layers",
                pair.layers().stream().map(layer -> layer(layer, pair, wanted)).toList());
        return map;
    }

    private static Map<String, Object> layer(MtuLayer layer, PairMtu pair, int wanted) {
        List<MtuLayer> limits = pair.limits();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", layer.kind().name().toLowerCase(Locale.ROOT));
        map.put("name", layer.name());
        map.put("carries", layer.bytes());
        map.put("limits", limits.contains(layer));
        if (layer.limits(wanted)) {
            map.put("remedy", layer.remedy(wanted));
        }
        return map;
    }
}
