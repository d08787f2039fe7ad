package dev.ibplay.lab.linux;

import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.netstack.OpenibConf;
import dev.ibplay.text.Parsed;
import java.util.Optional;

/**
 * MLNX_OFED's mlnx_interface_mgr.sh, which udev starts for each interface of a port before the network stack comes to it: where
 * openib.conf says so it makes the interface connected.
 */
final class OpenibScript {
    private static final String CONF = "/etc/infiniband/openib.conf";

    private final Disk disk;
    private final IpoibKernel kernel;

    OpenibScript(Disk disk, IpoibKernel kernel) {
        this.disk = disk;
        this.kernel = kernel;
    }

    /** Does it for all interfaces that are there. */
    void boot() {
        Optional<OpenibConf> conf = disk.tryToRead(CONF)
                .flatMap(content -> OpenibConf.parse(content.lossyText()) instanceof Parsed.Document<OpenibConf> read
                        ? Optional.of(read.document())
                        : Optional.<OpenibConf>empty());
        if (conf.isEmpty()) {
            return;
        }
        for (IpoibDevice device : kernel.devices()) {
            if (sets(conf.get(), device)) {
                try {
                    device.changeMode("connected\n");
                    device.changeMtu(conf.get().mtu());
                } catch (Errno refused) {
                    // Enhanced IPoIB has no connected mode.
                }
            }
        }
    }

    private boolean sets(OpenibConf conf, IpoibDevice device) {
        Optional<String> driver =
                kernel.portOf(device.name()).map(port -> port.adapter().driver());
        return switch (conf.sets(driver)) {
            case YES -> true;
            case NO, UNKNOWN -> false;
        };
    }
}
