package dev.ibplay.lab.mlnxos;

import dev.ibplay.fabric.PortRef;
import dev.ibplay.lab.disk.Disk;
import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.fabric.SimulatedFabric;
import dev.ibplay.lab.machine.LoginRules;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Userland;
import dev.ibplay.lab.time.LabClock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** Makes the managed switches of a lab. */
public final class SwitchMachines {
    /** Quicker than any switch, so that a lab is not waited for. */
    private static final Duration BOOT_TIME = Duration.ofSeconds(30);

    /** What an SX6036 with release 3.6 calls its server. */
    private static final String OLD_SERVER = "mpSSH_0.2.1";

    private static final String NEW_SERVER = "OpenSSH_7.8";
    private static final String PATH = "/bin";

    private final LabClock clock;

    public SwitchMachines(LabClock clock) {
        this.clock = clock;
    }

    /**
     * Makes a switch, which has not booted yet.
     *
     * @param fabrics the fabric that a node's port is on
     */
    public SimulatedSwitch make(SwitchHost host, Function<PortRef, SimulatedFabric> fabrics) throws Errno {
        SimulatedFabric fabric = fabrics.apply(new PortRef(host.node(), 0));
        SwitchChip chip = new FabricChip(fabric, host.node(), host.ports());
        SimulatedSwitch made = make(host.name(), host.model(), host.settings(), chip, clock);
        made.machine().bootTime(BOOT_TIME);
        host.given().ifPresent(made::given);
        return made;
    }

    static SimulatedSwitch make(
            String name, SwitchModel model, SwitchSettings settings, SwitchChip chip, LabClock clock) throws Errno {
        Machine machine = new Machine(name, new Disk(clock), clock, userland(model));
        SimulatedSwitch made = new SimulatedSwitch(machine, model, settings, chip);
        machine.disk().folders("/etc");
        machine.install("/bin/sh", new SwitchLogin(made));
        return made;
    }

    /** There is no shell: what stands behind its words is the command line. */
    private static Userland userland(SwitchModel model) {
        return new Userland(List.of("/bin/sh", "-c"), PATH, PATH, List.of("init"), false, logins(model));
    }

    private static LoginRules logins(SwitchModel model) {
        boolean isOld = model.has(SwitchModel.Quirk.OLD_SSH);
        return new LoginRules(
                LoginRules.USUAL.methods(),
                "Password: ",
                isOld ? LoginRules.Crypto.OLD : LoginRules.Crypto.USUAL,
                isOld ? OLD_SERVER : NEW_SERVER);
    }
}
