package dev.ibplay.verify;

import dev.ibplay.exec.MadKeys;
import dev.ibplay.exec.MadPort;
import dev.ibplay.fabric.Fabric;
import dev.ibplay.fabric.FabricNode;
import dev.ibplay.fabric.FabricPort;
import dev.ibplay.fabric.PortRef;
import dev.ibplay.facts.FabricFacts;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.MulticastFacts;
import dev.ibplay.ib.DeviceId;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.MadWriter;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.NodeType;
import dev.ibplay.ib.PortGuid;
import dev.ibplay.ib.PortInfo;
import dev.ibplay.ib.SmInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two hosts, h1 with the master subnet manager at priority 7, and h3, whose port is down and whose subnet manager was silent. */
public final class SampleFabric {
    public static final int STANDBY = 2;
    public static final int MASTER = 3;
    public static final int ACTIVE = 4;
    public static final PortGuid FIRST_PORT = new PortGuid(0x11);

    private SampleFabric() {}

    public static byte[] smInfo(int state, int priority, int activity) {
        byte[] data = new byte[64];
        MadWriter.put(data, MadField.SM_STATE, state);
        MadWriter.put(data, MadField.SM_PRIORITY, priority);
        MadWriter.put(data, MadField.SM_ACTIVITY_COUNT, activity);
        return data;
    }

    public static byte[] portInfo(int state, int smLid, boolean isSm) {
        byte[] data = new byte[64];
        MadWriter.put(data, MadField.PORT_STATE, state);
        MadWriter.put(data, MadField.PORT_SM_LID, smLid);
        MadWriter.put(data, MadField.PORT_CAPABILITY_MASK, isSm ? 2 : 0);
        return data;
    }

    private static FabricPort port(int number, int state, List<Integer> route) {
        return new FabricPort(
                new PortRef(new NodeGuid(0x10L * number), 1),
                Optional.of(new PortGuid(0x10L * number + 1)),
                PortInfo.decode(portInfo(state, 1, number != 2)),
                route);
    }

    public static FabricFacts facts() {
        List<FabricNode> nodes = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            nodes.add(new FabricNode(
                    new NodeGuid(0x10L * number),
                    NodeType.CA,
                    "h" + number + " HCA-1",
                    1,
                    32,
                    0,
                    DeviceId.UNKNOWN,
                    Optional.empty()));
        }
        List<FabricPort> ports =
                List.of(port(1, ACTIVE, List.of()), port(2, ACTIVE, List.of(1, 2)), port(3, 1, List.of(1, 3)));
        return new FabricFacts(
                "h1",
                new MadPort("mlx5_0", 1),
                MadKeys.NONE,
                new Fabric(nodes, ports, List.of()),
                Map.of(
                        new PortGuid(0x11),
                        Fact.known(SmInfo.decode(smInfo(MASTER, 7, 100))),
                        new PortGuid(0x31),
                        Fact.unreadable("no answer")),
                Map.of(),
                Map.of(),
                MulticastFacts.NOT_ASKED);
    }
}
