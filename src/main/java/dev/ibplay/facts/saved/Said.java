package dev.ibplay.facts.saved;

import dev.ibplay.fabric.Topology;
import dev.ibplay.facts.tools.AdaptersText;
import dev.ibplay.facts.tools.LinkText;
import dev.ibplay.facts.tools.McMemberText;
import dev.ibplay.facts.tools.NodeInfoText;
import dev.ibplay.facts.tools.PKeyTableText;
import dev.ibplay.facts.tools.PartManText;
import dev.ibplay.facts.tools.PortInfoText;
import dev.ibplay.facts.tools.PortStateText;
import dev.ibplay.facts.tools.SmInfoText;
import dev.ibplay.facts.tools.SmPortText;
import java.util.List;

/** What a tool's output says. */
public sealed interface Said {
    /** ibv_devinfo, ibstat, ibstatus, vstat. */
    record Adapters(AdaptersText adapters) implements Said {}

    /** sminfo, and saquery's SMInfoRecords. */
    record SubnetManagers(List<SmInfoText> managers) implements Said {
        public SubnetManagers {
            managers = List.copyOf(managers);
        }
    }

    record Port(PortInfoText port) implements Said {}

    record Node(NodeInfoText node) implements Said {}

    record NodeDescription(String description) implements Said {}

    record PKeyTable(PKeyTableText table) implements Said {}

    /** Multicast groups, or the memberships in them. */
    record Groups(List<McMemberText> groups) implements Said {
        public Groups {
            groups = List.copyOf(groups);
        }
    }

    /** Ports that run a subnet manager, or must not. */
    record SubnetManagerPorts(List<SmPortText> ports) implements Said {
        public SubnetManagerPorts {
            ports = List.copyOf(ports);
        }
    }

    record PortStates(List<PortStateText> blocks) implements Said {
        public PortStates {
            blocks = List.copyOf(blocks);
        }
    }

    record Links(List<LinkText> links) implements Said {
        public Links {
            links = List.copyOf(links);
        }
    }

    /** ibnetdiscover. */
    record Fabric(Topology topology) implements Said {}

    record WindowsPartitions(PartManText partitions) implements Said {}
}
