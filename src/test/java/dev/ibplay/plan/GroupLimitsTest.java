package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.plan.opensm.GroupLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GroupLimitsTest {
    private static final PKey STORAGE = new PKey(0x8005);

    private final ModelFabric fabric = ModelFabric.twoK();
    private final Map<PortGuid, Set<PKey>> members = new HashMap<>();

    private List<String> below(Mtu mtu) {
        return new GroupLimits(fabric.fabricFacts())
                .below(mtu, STORAGE, members).stream()
                        .map(GroupLimits.Limit::toString)
                        .toList();
    }

    private void join(String host, PKey pkey) {
        members.put(fabric.host(host).port, Set.of(PKey.DEFAULT, pkey));
    }

    @Test
    void nothingLimits() {
        join("node1", STORAGE);
        assertThat(below(Mtu.MTU_4096)).isEmpty();
    }

    @Test
    void onlyMembersCountWhateverTheirMembership() {
        fabric.host("node1").cap = Mtu.MTU_2048;
        fabric.host("node2").cap = Mtu.MTU_1024;
        join("node2", STORAGE.asLimitedMember());

        assertThat(below(Mtu.MTU_4096)).containsExactly("\"node2 HCA-1\" port 1 (0x0011750000a10041) can do 1024");
        assertThat(below(Mtu.MTU_1024)).isEmpty();
    }

    @Test
    void theSmallerEndOfACableCounts() {
        fabric.host("node1").cap = Mtu.MTU_2048;
        fabric.host("node1").switchPortCap = Mtu.MTU_1024;
        join("node1", STORAGE);

        assertThat(below(Mtu.MTU_4096)).containsExactly("\"node1 HCA-1\" port 1 (0x0011750000a10031) can do 1024");
    }

    @Test
    void linksBetweenSwitchesCountForAll() {
        fabric.switchLinkCap = Mtu.MTU_2048;
        assertThat(below(Mtu.MTU_4096)).containsExactly("the link at \"leaf1\" port 36 can do 2048");
    }
}
