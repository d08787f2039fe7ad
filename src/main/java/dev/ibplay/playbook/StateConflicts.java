package dev.ibplay.playbook;

import dev.ibplay.diag.Located;
import dev.ibplay.diag.Problems;
import dev.ibplay.resource.DriverOptions;
import dev.ibplay.resource.IpoibInterface;
import dev.ibplay.resource.Presence;
import dev.ibplay.resource.Resource;
import dev.ibplay.resource.SubnetManager;
import dev.ibplay.resource.VirtualSwitch;
import dev.ibplay.resource.VmkernelInterface;
import java.util.Optional;

/** Finds plays that give one attribute of one thing on one host different values. */
final class StateConflicts {
    private final Claims claims;
    private final OpensmConflicts subnetManagers;

    StateConflicts(String host, Problems problems) {
        this.claims = new Claims(host, problems);
        this.subnetManagers = new OpensmConflicts(claims);
    }

    void add(Resource resource) {
        switch (resource) {
            case SubnetManager opensm -> subnetManagers.add(opensm);
            case IpoibInterface ipoib -> add(ipoib);
            case DriverOptions driver ->
                driver.options().forEach((name, value) -> claims.claim(driver.key() + " " + name, Optional.of(value)));
            case VirtualSwitch vswitch -> claims.claim(vswitch.key() + " mtu", vswitch.mtu());
            case VmkernelInterface vmkernel -> claims.claim(vmkernel.key() + " mtu", vmkernel.mtu());
        }
    }

    /** A child is one thing under whatever label; it exists where nothing else is said. */
    private void add(IpoibInterface ipoib) {
        String key = ipoib.child().map(IpoibInterface.Child::key).orElse(ipoib.key());
        claims.claim(key + " mtu", ipoib.mtu());
        claims.claim(key + " mode", ipoib.mode());
        claims.claim(
                key + " state",
                ipoib.presence().or(() -> ipoib.child().map(c -> new Located<>(Presence.PRESENT, ipoib.span()))));
        claims.claim(key + " persist", ipoib.persist());
        if (!ipoib.selector().isByName() && ipoib.child().isEmpty()) {
            claims.claim(
                    key + " selector",
                    Optional.of(new Located<>(ipoib.selector().describe(), ipoib.span())));
        }
    }
}
