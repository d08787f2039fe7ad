package dev.ibplay.lab.esxi;

import dev.ibplay.ib.PKey;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.machine.IpNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * vSwitches and VMkernel interfaces of a host. What gets through from a VMkernel interface is the least of its own MTU, its vSwitch's, what
 * the uplink's port can do and what the group carries.
 */
final class VirtualNetwork {
    static final String ETHERNET = "vmnic0";

    /** Of an Ethernet adapter, and thus of vSwitches on one. */
    private static final int MOST_ETHERNET = 9000;

    private static final int LEAST_MTU = 1280;
    private static final int USUAL_MTU = 1500;
    private static final String BAD_PARAMETER =
            "Unable to complete Sysinfo operation.  Please see the VMkernel log file for more details.: "
                    + "Sysinfo error: Bad parameterSee VMkernel log for details.";

    private final List<EsxiHost.VirtualSwitch> switches = new ArrayList<>();
    private final List<EsxiHost.Vmkernel> vmkernels = new ArrayList<>();
    private final List<IpoibUplink> uplinks;
    private final EsxiState state;
    private final IpNetwork addresses;

    /**
     * That of a host.
     *
     * @param way the address of vmk0
     */
    VirtualNetwork(EsxiHost host, String way, List<IpoibUplink> uplinks, EsxiState state, IpNetwork addresses) {
        this.uplinks = List.copyOf(uplinks);
        this.state = state;
        this.addresses = addresses;
        if (host.switches().stream().noneMatch(each -> each.name().equals("vSwitch0"))) {
            switches.add(EsxiHost.VirtualSwitch.standard(
                    "vSwitch0", USUAL_MTU, List.of(ETHERNET), List.of("VM Network", "Management Network")));
        }
        switches.addAll(host.switches());
        if (host.vmkernels().stream().noneMatch(each -> each.name().equals("vmk0"))) {
            vmkernels.add(new EsxiHost.Vmkernel("vmk0", "vSwitch0", "Management Network", USUAL_MTU, way + "/24"));
        }
        vmkernels.addAll(host.vmkernels());
        for (EsxiHost.Vmkernel vmkernel : vmkernels) {
            addresses.add(address(vmkernel), () -> receiver(vmkernel));
        }
    }

    List<EsxiHost.VirtualSwitch> switches() {
        return List.copyOf(switches);
    }

    List<EsxiHost.Vmkernel> vmkernels() {
        return List.copyOf(vmkernels);
    }

    List<IpoibUplink> uplinks() {
        return uplinks;
    }

    Optional<EsxiHost.Vmkernel> vmkernel(String name) {
        return vmkernels.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    Optional<EsxiHost.VirtualSwitch> virtualSwitch(String name) {
        return switches.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    int mtu(EsxiHost.VirtualSwitch of) {
        return state.running().switchMtus().getOrDefault(of.name(), of.mtu());
    }

    int mtu(EsxiHost.Vmkernel of) {
        return state.running().vmkernelMtus().getOrDefault(of.name(), of.mtu());
    }

    boolean isEnabled(EsxiHost.Vmkernel of) {
        return !state.running().disabled().contains(of.name());
    }

    static String address(EsxiHost.Vmkernel of) {
        return of.address().replaceFirst("/.*", "");
    }

    /** Of an uplink by name: its vSwitch's MTU, which it is given, as far as it can do that. */
    int uplinkMtu(String uplink) {
        int wanted = switches.stream()
                .filter(each -> each.uplinks().contains(uplink))
                .findFirst()
                .map(this::mtu)
                .orElse(USUAL_MTU);
        return Math.min(wanted, most(uplink));
    }

    private int most(String uplink) {
        return ipoib(uplink).map(IpoibUplink::cap).orElse(MOST_ETHERNET);
    }

    private Optional<IpoibUplink> ipoib(String name) {
        return uplinks.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** A standard vSwitch takes what all of its uplinks take. */
    void changeSwitchMtu(String name, int bytes) throws EsxcliFailure {
        EsxiHost.VirtualSwitch found = virtualSwitch(name)
                .filter(each -> !each.isDistributed())
                .orElseThrow(() -> new EsxcliFailure("Unable to find vswitch: " + name));
        List<String> refused =
                found.uplinks().stream().filter(uplink -> bytes > most(uplink)).toList();
        if (!refused.isEmpty()) {
            throw new EsxcliFailure("Unable to set MTU to %d the following uplinks refused the MTU setting: %s"
                    .formatted(bytes, String.join(", ", refused)));
        }
        requireRange(bytes);
        state.change(settings -> settings.withSwitchMtu(name, bytes));
    }

    private static void requireRange(int bytes) throws EsxcliFailure {
        if (bytes < LEAST_MTU || bytes > MOST_ETHERNET) {
            throw new EsxcliFailure(BAD_PARAMETER);
        }
    }

    /** Whatever its vSwitch can carry. */
    void changeVmkernelMtu(EsxiHost.Vmkernel of, int bytes) throws EsxcliFailure {
        requireRange(bytes);
        state.change(settings -> settings.withVmkernelMtu(of.name(), bytes));
    }

    void enable(EsxiHost.Vmkernel of, boolean isEnabled) {
        state.change(settings -> settings.withEnabled(of.name(), isEnabled));
    }

    /** What gets through to a VMkernel interface; empty where it has no uplink of InfiniBand that is in its group. */
    Optional<IpNetwork.Receiver> receiver(EsxiHost.Vmkernel of) {
        Optional<EsxiHost.VirtualSwitch> on = virtualSwitch(of.virtualSwitch()).filter(each -> isEnabled(of));
        return on.flatMap(found -> found.uplinks().stream()
                .flatMap(uplink -> ipoib(uplink).stream())
                .filter(uplink -> uplink.group().isPresent())
                .map(uplink -> new IpNetwork.Receiver(
                        uplink.port().fabric(),
                        PKey.DEFAULT.asFullMember(),
                        least(mtu(of), mtu(found), uplink.cap(), uplink.group().orElse(0))))
                .findFirst());
    }

    private static int least(int... bytes) {
        return IntStream.of(bytes).min().orElse(0);
    }

    /** The interface in whose subnet an address is. */
    Optional<EsxiHost.Vmkernel> towards(String address) {
        return vmkernels.stream()
                .filter(each -> new Subnet(each.address()).contains(address))
                .findFirst();
    }

    /**
     * Whether an echo comes back.
     *
     * @param bytes with the IP header
     */
    boolean answers(EsxiHost.Vmkernel from, String address, int bytes) {
        return vmkernels.stream().anyMatch(own -> address(own).equals(address))
                || receiver(from)
                        .filter(own -> addresses.answers(address, bytes, own))
                        .isPresent();
    }
}
