package dev.ibplay.lab.esxi;

import dev.ibplay.exec.Bytes;
import dev.ibplay.ib.NodeGuid;
import dev.ibplay.ib.PortGuid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a simulated ESXi host is made of. Besides it has a network adapter vmnic0 for Ethernet with vSwitch0 and vmk0, over which it
 * is managed.
 *
 * @param adapters for InfiniBand; where the release has no IPoIB nothing uses them
 * @param switches besides vSwitch0, unless that is among them
 * @param vmkernels besides vmk0, unless that is among them
 * @param opensm the community package; empty where it is not installed
 */
public record EsxiHost(
        String name,
        EsxiRelease release,
        List<Adapter> adapters,
        List<VirtualSwitch> switches,
        List<Vmkernel> vmkernels,
        Optional<OpensmPackage> opensm,
        Traits traits,
        Given given) {
    public EsxiHost {
        adapters = List.copyOf(adapters);
        switches = List.copyOf(switches);
        vmkernels = List.copyOf(vmkernels);
    }

    /** One with usual traits. */
    public EsxiHost(
            String name,
            EsxiRelease release,
            List<Adapter> adapters,
            List<VirtualSwitch> switches,
            List<Vmkernel> vmkernels,
            Optional<OpensmPackage> opensm) {
        this(name, release, adapters, switches, vmkernels, opensm, Traits.USUAL);
    }

    /** One that stands for no other. */
    public EsxiHost(
            String name,
            EsxiRelease release,
            List<Adapter> adapters,
            List<VirtualSwitch> switches,
            List<Vmkernel> vmkernels,
            Optional<OpensmPackage> opensm,
            Traits traits) {
        this(name, release, adapters, switches, vmkernels, opensm, traits, Given.NOTHING);
    }

    /**
     * An InfiniBand adapter of mlx4, whose ports are the uplinks vmnic_ib0, vmnic_ib1 and so on.
     *
     * @param name {@code mlx4_0}
     * @param ports how many it has
     */
    public record Adapter(String name, NodeGuid node, int ports, String type, String firmware, String hardware) {
        /** A ConnectX-2 for QDR. */
        public static Adapter connectX2(String name, NodeGuid node, int ports) {
            return new Adapter(name, node, ports, "MT26428", "2.9.1000", "b0");
        }
    }

    /**
     * A vSwitch.
     *
     * @param isDistributed whether vCenter owns it: no command of the host changes it
     * @param mtu in bytes
     */
    public record VirtualSwitch(
            String name, boolean isDistributed, int mtu, List<String> uplinks, List<String> portGroups) {
        public VirtualSwitch {
            uplinks = List.copyOf(uplinks);
            portGroups = List.copyOf(portGroups);
        }

        /** A standard one. */
        public static VirtualSwitch standard(String name, int mtu, List<String> uplinks, List<String> portGroups) {
            return new VirtualSwitch(name, false, mtu, uplinks, portGroups);
        }
    }

    /**
     * A VMkernel interface.
     *
     * @param portGroup of its vSwitch
     * @param mtu in bytes
     * @param address IPv4 with the length of its prefix
     */
    public record Vmkernel(String name, String virtualSwitch, String portGroup, int mtu, String address) {}

    /**
     * The package ib-opensm. It serves one port of each adapter, with files in {@code /scratch/opensm/ADAPTER}.
     *
     * @param launcher how its processes are started at boot
     * @param conf opensm.conf; empty where nobody has made one
     * @param partitions partitions.conf; the same
     */
    public record OpensmPackage(Launcher launcher, Optional<String> conf, Optional<String> partitions) {}

    /**
     * What a twin has as the host has it that it stands for.
     *
     * @param uplinks names of the network adapters that the ports are, in their order; those that have none are vmnic_ib0 and so on
     * @param options names of options of kernel modules, by module, besides those that each host has
     * @param folders OpenSM's; none where the package is to make its own
     * @param files at the first boot, by absolute path
     */
    public record Given(
            List<String> uplinks,
            Map<String, Set<String>> options,
            List<OpensmFolder> folders,
            Map<String, Bytes> files) {
        /** For a host that stands for no other. */
        public static final Given NOTHING = new Given(List.of(), Map.of(), List.of(), Map.of());

        public Given {
            uplinks = List.copyOf(uplinks);
            options = Map.copyOf(options);
            folders = List.copyOf(folders);
            files = Map.copyOf(files);
        }

        /** The same with other files. */
        public Given withFiles(Map<String, Bytes> others) {
            return new Given(uplinks, options, folders, others);
        }
    }

    /**
     * A folder of OpenSM.
     *
     * @param path absolute
     * @param port that its process serves
     * @param arguments of the process, without the program; empty where the launcher's usual ones are meant
     */
    public record OpensmFolder(String path, PortGuid port, Optional<List<String>> arguments) {
        public OpensmFolder {
            arguments = arguments.map(List::copyOf);
        }
    }

    /** How the package starts its processes: what is known of it does not tell. */
    public enum Launcher {
        /** By /etc/init.d/opensmd, each with {@code -F} and {@code -P} of its folder. */
        INIT_SCRIPT,
        /** By something that nobody can call, with {@code -F} and {@code -P}. */
        OWN_FILES,
        /** The same with {@code -P} only: opensm.conf is read nowhere. */
        PARTITIONS_ONLY
    }

    /**
     * What differs from host to host, or is not known for sure.
     *
     * @param missingTools programs of busybox that it has not
     * @param scratch where /scratch leads to
     * @param parameters options of kernel modules by module, as they were set before the last boot
     */
    public record Traits(Set<String> missingTools, String scratch, Map<String, String> parameters) {
        /** A folder on a datastore. */
        public static final String ON_DATASTORE = "/vmfs/volumes/datastore1/.locker";

        /** Where nothing outlives a boot. */
        public static final String IN_MEMORY = "/tmp/scratch";

        public static final Traits USUAL = new Traits(Set.of(), ON_DATASTORE, Map.of());

        public Traits {
            missingTools = Set.copyOf(missingTools);
            parameters = Map.copyOf(parameters);
        }

        /** The same with ports that do 4K. */
        public Traits with4k() {
            return new Traits(missingTools, scratch, Map.of("mlx4_core", "mtu_4k=1"));
        }

        /** The same with /scratch elsewhere. */
        public Traits withScratch(String path) {
            return new Traits(missingTools, path, parameters);
        }

        /** The same without some programs. */
        public Traits without(Set<String> tools) {
            return new Traits(tools, scratch, parameters);
        }
    }
}
