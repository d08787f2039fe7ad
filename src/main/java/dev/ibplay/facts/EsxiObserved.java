package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What only an ESXi host has.
 *
 * @param switches standard and distributed vSwitches
 * @param vmkernels VMkernel interfaces
 * @param uplinks network adapters, of whatever link layer
 * @param scratch the folder that /scratch leads to; absent where there is none
 * @param doubts why there may be more than is told, or less than one might think, for people
 */
public record EsxiObserved(
        Fact<List<VirtualSwitchObserved>> switches,
        Fact<List<VmkernelObserved>> vmkernels,
        Fact<List<UplinkObserved>> uplinks,
        Fact<String> scratch,
        List<String> doubts) {
    /** IPoIB ended with vmklinux, whose last line was 6.7. */
    private static final int FIRST_WITHOUT_IPOIB = 7;

    /** Where ESXi has its datastores and its other file systems on disks. */
    private static final String ON_DISK = "/vmfs/";

    /** The root file system is in memory. */
    private static final Pattern IN_MEMORY = Pattern.compile("/tmp/.*|/scratch/");

    public EsxiObserved {
        doubts = List.copyOf(doubts);
    }

    /** Without doubts. */
    public EsxiObserved(
            Fact<List<VirtualSwitchObserved>> switches,
            Fact<List<VmkernelObserved>> vmkernels,
            Fact<List<UplinkObserved>> uplinks,
            Fact<String> scratch) {
        this(switches, vmkernels, uplinks, scratch, List.of());
    }

    /** Whether IPoIB is possible at all with a version of ESXi. */
    public static boolean hasIpoib(SystemVersion version) {
        return version.major() < FIRST_WITHOUT_IPOIB;
    }

    public Optional<VirtualSwitchObserved> virtualSwitch(String name) {
        return switches.ifKnown().orElse(List.of()).stream()
                .filter(s -> s.name().equals(name))
                .findFirst();
    }

    public Optional<VmkernelObserved> vmkernel(String name) {
        return vmkernels.ifKnown().orElse(List.of()).stream()
                .filter(v -> v.name().equals(name))
                .findFirst();
    }

    /** The uplinks of a vSwitch that are known. */
    public List<UplinkObserved> uplinksOf(VirtualSwitchObserved of) {
        return uplinks.ifKnown().orElse(List.of()).stream()
                .filter(uplink -> of.uplinks().contains(uplink.name()))
                .toList();
    }

    /** Whether a vSwitch is on InfiniBand: one of its uplinks is. */
    public boolean isOnInfiniband(VirtualSwitchObserved of) {
        return uplinksOf(of).stream().anyMatch(UplinkObserved::infiniband);
    }

    /** The VMkernel interfaces that lie on a vSwitch. */
    public List<VmkernelObserved> on(VirtualSwitchObserved of) {
        return vmkernels.ifKnown().orElse(List.of()).stream()
                .filter(v -> v.virtualSwitch().equals(Optional.of(of.name())))
                .toList();
    }

    /** Whether files under /scratch are there after the next start of the host. */
    public Fact<Boolean> keepsScratch() {
        return keeps(scratch);
    }

    /**
     * Whether files under a folder are there after the next start of the host.
     *
     * @param scratch the folder, without links
     */
    public static Fact<Boolean> keeps(Fact<String> scratch) {
        return scratch.flatMap(path -> {
            boolean onDisk = path.startsWith(ON_DISK);
            return onDisk || IN_MEMORY.matcher(path + "/").matches()
                    ? Fact.known(onDisk)
                    : Fact.unreadable("it leads to " + path);
        });
    }
}
