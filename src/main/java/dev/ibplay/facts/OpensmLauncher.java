package dev.ibplay.facts;

import java.util.List;
import java.util.Optional;

/**
 * What starts OpenSM on a host.
 *
 * @param variables the file that the launcher takes its variables from, where it has one; the file itself may be absent
 * @param units the units' texts and their drop-ins, in the order in which systemd reads them
 * @param enabled whether it is started with the host
 * @param unit the systemd unit that starts all of them, for example {@code opensm.service}
 * @param script the init script that does, on a host without systemd: an absolute path
 */
public record OpensmLauncher(
        Kind kind,
        Optional<FileObserved> variables,
        List<FileObserved> units,
        Fact<Boolean> enabled,
        Optional<String> unit,
        Optional<String> script) {
    /** The ways in which distributions start OpenSM. */
    public enum Kind {
        /** Debian and Ubuntu: opensm.service starts an opensm@GUID.service for each port of PORTS. */
        TEMPLATE_UNITS,
        /** RHEL, Fedora, SLES: a shell script starts each opensm again 30 s after its end; HUP must not go to the script. */
        RESPAWNING,
        /** MLNX_OFED, DOCA and upstream's script: opensmd. */
        OPENSMD,
        /** NVIDIA UFM starts and configures its own. */
        UFM,
        /** ESXi with the community VIB, which keeps a folder for each adapter under /scratch/opensm. */
        ESXI_VIB,
        /** Windows' service manager, by what the registry says of the service. */
        WINDOWS_SERVICE,
        /** Another unit, or an init script of another name. */
        UNIT,
        /** Nothing that is known. */
        BY_HAND
    }

    public OpensmLauncher {
        units = List.copyOf(units);
    }

    /** Without the name of a unit or script. */
    public OpensmLauncher(
            Kind kind, Optional<FileObserved> variables, List<FileObserved> units, Fact<Boolean> enabled) {
        this(kind, variables, units, enabled, Optional.empty(), Optional.empty());
    }
}
