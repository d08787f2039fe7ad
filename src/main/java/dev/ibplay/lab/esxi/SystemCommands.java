package dev.ibplay.lab.esxi;

import dev.ibplay.lab.esxcli.Answer;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.esxcli.EsxcliCommand.Option;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.esxcli.EsxcliOptions;
import dev.ibplay.lab.esxcli.Structure;
import dev.ibplay.lab.esxcli.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** {@code esxcli system} without modules. */
final class SystemCommands {
    private final EsxiMachine machine;
    private final EsxiRelease release;

    SystemCommands(EsxiMachine machine) {
        this.machine = machine;
        this.release = machine.host().release();
    }

    List<EsxcliCommand> all() {
        return List.of(
                new EsxcliCommand(
                        "system version get",
                        "Display the product name, version and build.",
                        List.of(),
                        g -> version()),
                new EsxcliCommand("system hostname get", "Get the host, domain or FQDN name.", List.of(), g -> name()),
                new EsxcliCommand("system uuid get", "Get the system UUID.", List.of(), g -> uuid()),
                new EsxcliCommand("system stats uptime get", "Display the uptime.", List.of(), g -> uptime()),
                new EsxcliCommand(
                        "system settings kernel list",
                        "List VMkernel kernel settings.",
                        List.of(Option.flag('d', "delta"), Option.optional('o', "option")),
                        this::kernel),
                new EsxcliCommand(
                        "system maintenanceMode get", "Get the maintenance mode state.", List.of(), g -> maintenance()),
                new EsxcliCommand(
                        "system maintenanceMode set",
                        "Enable or disable the maintenance mode of the system.",
                        List.of(Option.required('e', "enable"), Option.optional('t', "timeout")),
                        this::setMaintenance),
                new EsxcliCommand(
                        "system shutdown reboot",
                        "Reboot the system.",
                        List.of(Option.optional('d', "delay"), Option.required('r', "reason")),
                        g -> reboot()));
    }

    private Answer version() {
        Structure told = Structure.of("")
                .text("Product", "VMware ESXi")
                .text("Version", release.version())
                .text("Build", "Releasebuild-" + release.build())
                .text("Update", Integer.toString(release.update()));
        return new Answer.Single("VersionGet", release.major() >= 6 ? told.text("Patch", "0") : told);
    }

    private Answer name() {
        String full = machine.host().name();
        int dot = full.indexOf('.');
        return new Answer.Single(
                "FullyQualifiedHostName",
                Structure.of("")
                        .text("Domain Name", dot < 0 ? "" : full.substring(dot + 1))
                        .text("Fully Qualified Domain Name", full)
                        .text("Host Name", dot < 0 ? full : full.substring(0, dot)));
    }

    private Answer uuid() {
        UUID own = UUID.nameUUIDFromBytes(machine.host().name().getBytes(StandardCharsets.UTF_8));
        return new Answer.Scalar(new Value.Text(own.toString()));
    }

    /** In microseconds. */
    private Answer uptime() {
        return new Answer.Scalar(
                new Value.Whole(TimeUnit.NANOSECONDS.toMicros(machine.machine().uptimeNanos())));
    }

    /**
     * A setting of the kernel.
     *
     * @param runtime what counts now, whatever was configured
     */
    private record Setting(String name, String type, String configured, String runtime, String description) {
        Structure row(boolean isOld) {
            Structure row = Structure.of(name).text("Name", name).text("Type", type);
            return isOld
                    ? row.text("Description", description)
                            .text("Configured", configured)
                            .text("Runtime", runtime)
                            .text("Default", configured)
                    : row.text("Configured", configured)
                            .text("Runtime", runtime)
                            .text("Default", configured)
                            .text("Description", description);
        }
    }

    private List<Setting> settings() {
        String only = Boolean.toString(release.runsOnlyInstalled()).toUpperCase(Locale.ROOT);
        return List.of(
                new Setting("execInstalledOnly", "Bool", "FALSE", only, "Execute only VIB installed binaries."),
                new Setting("netNetqueueEnabled", "Bool", "TRUE", "TRUE", "Enable/Disable NetQueue support."));
    }

    private Answer kernel(EsxcliOptions given) throws EsxcliFailure {
        Optional<String> wanted = given.value("option");
        boolean isOld = !release.isAtLeast(6, 5);
        List<Structure> rows = settings().stream()
                .filter(each -> wanted.map(each.name()::equals).orElse(true))
                .map(each -> each.row(isOld))
                .toList();
        if (rows.isEmpty()) {
            throw new EsxcliFailure("Invalid option: " + wanted.orElse(""));
        }
        return new Answer.Table(
                "VmkernelKernelSetting",
                isOld
                        ? List.of("Name", "Type", "Description", "Configured", "Runtime", "Default")
                        : List.of("Name", "Type", "Configured", "Runtime", "Default", "Description"),
                rows);
    }

    private Answer maintenance() {
        return new Answer.Scalar(new Value.Text(machine.state().running().maintenance() ? "Enabled" : "Disabled"));
    }

    private Answer setMaintenance(EsxcliOptions given) throws EsxcliFailure {
        boolean wanted = given.truth("enable").orElse(false);
        if (machine.state().running().maintenance() == wanted) {
            throw new EsxcliFailure("Maintenance mode is already " + (wanted ? "enabled." : "disabled."));
        }
        machine.state().change(settings -> settings.withMaintenance(wanted));
        return new Answer.Nothing();
    }

    private Answer reboot() throws EsxcliFailure {
        if (!machine.state().running().maintenance()) {
            throw new EsxcliFailure("Reboot is only allowed in maintenance mode.");
        }
        machine.rebootOrderly();
        return new Answer.Nothing();
    }
}
