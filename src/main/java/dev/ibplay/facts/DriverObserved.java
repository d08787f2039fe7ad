package dev.ibplay.facts;

import java.util.List;
import java.util.Map;

/**
 * A kernel module on a host.
 *
 * @param loaded whether the module is in the kernel, built in or loaded
 * @param parameters that sysfs shows, with their values as loaded; some modules hide theirs. Of an ESXi host those that are
 *     configured, which the next start of the host loads: it does not tell the loaded ones
 * @param known names of the parameters that the module on disk has; absent where there is no such module
 * @param files what modprobe reads, in all its folders, in the order of their paths
 * @param unlisted why there may be more files, one text for each folder
 * @param bootOptions what the kernel's command line gives to the module, as {@code NAME=VALUE} without the module's name
 * @param portAttributes mlx4_core's {@code mlx4_portN} (the port's type) and {@code mlx4_portN_mtu} of each PCI function, by path
 * @param portRules the udev rules that write those at each start of the driver (netstack.PortMtuRules)
 */
public record DriverObserved(
        String module,
        boolean loaded,
        Map<String, String> parameters,
        Fact<List<String>> known,
        List<FileObserved> files,
        List<String> unlisted,
        List<String> bootOptions,
        Map<String, String> portAttributes,
        FileObserved portRules) {
    public DriverObserved {
        parameters = Map.copyOf(parameters);
        files = List.copyOf(files);
        unlisted = List.copyOf(unlisted);
        bootOptions = List.copyOf(bootOptions);
        portAttributes = Map.copyOf(portAttributes);
    }
}
