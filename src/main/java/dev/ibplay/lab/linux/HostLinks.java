package dev.ibplay.lab.linux;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.HostNetwork;
import dev.ibplay.lab.machine.IpNetwork;
import dev.ibplay.lab.time.LabClock;
import java.util.Optional;

/**
 * A host's network interfaces. A ping comes back when both interfaces have carrier, are in one partition of one fabric and both
 * carry the packet; the switches between them carry what their group allows, as OpenSM sees to.
 */
final class HostLinks implements HostNetwork {
    private final IpoibKernel kernel;
    private final Addresses addresses;
    private final IpNetwork network;
    private final LabClock clock;

    HostLinks(IpoibKernel kernel, Addresses addresses, IpNetwork network, LabClock clock) {
        this.kernel = kernel;
        this.addresses = addresses;
        this.network = network;
        this.clock = clock;
    }

    @Override
    public Outcome setMtu(Operation.SetLinkMtu wish) {
        String what = "set the MTU of " + wish.interfaceName() + " to " + wish.bytes();
        try {
            kernel.changeMtu(wish.interfaceName(), wish.bytes());
            return new Outcome.Done();
        } catch (Errno refused) {
            return failed(refused.name(), what);
        }
    }

    @Override
    public Optional<String> loginsFrom() {
        return addresses.wayIn().map(LinuxHost.Way::peer);
    }

    private static Outcome failed(String errno, String what) {
        return new Outcome.OperationFailed(errno, what + ": " + Errno.text(errno));
    }

    @Override
    public Outcome ping(Operation.Ping ping) throws InterruptedException {
        Optional<String> name = Optional.of(ping.interfaceName())
                .filter(given -> !given.isEmpty())
                .or(() -> addresses.towards(ping.address()));
        if (name.isEmpty()) {
            return failed("ENETUNREACH", "ping " + ping.address());
        }
        Optional<IpoibDevice> own = kernel.sender(name.get());
        if (own.isEmpty()) {
            return failed("ENODEV", "ping " + name.get());
        }
        if (ping.bytes() > own.get().mtu()) {
            return failed("EMSGSIZE", "ping " + ping.address());
        }
        Optional<IpNetwork.Receiver> from = kernel.receiver(name.get());
        if (from.isPresent() && network.answers(ping.address(), ping.bytes(), from.get())) {
            return new Outcome.Done();
        }
        clock.sleep(ping.timeout().multipliedBy(ping.tries()));
        return new Outcome.NoAnswer();
    }
}
