package dev.ibplay.lab.mlnxos;

import static dev.ibplay.lab.mlnxos.CliMode.CONFIGURE;
import static dev.ibplay.lab.mlnxos.CliMode.ENABLE;
import static dev.ibplay.lab.mlnxos.CliMode.OPERATOR;

import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import java.util.ArrayList;
import java.util.List;

/** The commands that a switch knows. */
final class CliCommands {
    private static final List<CliCommand> ALWAYS = List.of(
            CliCommand.of(OPERATOR, "show version", (user, v) -> ShowSystem.version(user.device())),
            CliCommand.of(OPERATOR, "show hosts", (user, v) -> ShowSystem.hosts(user.device())),
            CliCommand.of(OPERATOR, "show protocols", (user, v) -> ShowSystem.protocols(user.device())),
            CliCommand.of(OPERATOR, "terminal length *", (user, v) -> pagingOff(user)),
            CliCommand.of(OPERATOR, "enable", (user, v) -> enable(user)),
            CliCommand.of(OPERATOR, "exit", (user, v) -> exit(user)),
            CliCommand.of(ENABLE, "configure terminal", (user, v) -> to(user, CONFIGURE)),
            CliCommand.of(ENABLE, "show running-config", (user, v) -> ShowSystem.running(user.device())),
            CliCommand.of(ENABLE, "show configuration", (user, v) -> ShowSystem.saved(user.device())),
            CliCommand.of(ENABLE, "write memory", (user, v) -> save(user)),
            CliCommand.of(ENABLE, "reload", (user, v) -> reload(user)));

    private static final CliCommand NEW_PAGING =
            CliCommand.of(OPERATOR, "no cli session paging enable", (user, v) -> pagingOff(user));

    private static final CliCommand NEW_SAVING =
            CliCommand.of(CONFIGURE, "configuration write", (user, v) -> save(user));

    private CliCommands() {}

    static List<CliCommand> of(SwitchModel model) {
        List<CliCommand> all = new ArrayList<>(ALWAYS);
        if (!model.has(Quirk.OLD_PAGING)) {
            all.add(NEW_PAGING);
        }
        if (!model.oldLayout()) {
            all.add(NEW_SAVING);
        }
        if (!model.has(Quirk.ETHERNET)) {
            all.addAll(SmCommands.ALL);
            all.addAll(PartitionCommands.ALL);
        }
        return all;
    }

    private static List<String> pagingOff(CliUser user) {
        user.pagingOff();
        return List.of();
    }

    private static List<String> enable(CliUser user) {
        if (user.device().model().has(Quirk.OPERATOR_ONLY)) {
            return List.of("% Insufficient privileges.");
        }
        return user.mode() == OPERATOR ? to(user, ENABLE) : List.of();
    }

    private static List<String> to(CliUser user, CliMode mode) {
        user.mode(mode);
        return List.of();
    }

    private static List<String> exit(CliUser user) {
        if (user.mode() == CONFIGURE) {
            return to(user, ENABLE);
        }
        user.leave();
        return List.of();
    }

    private static List<String> save(CliUser user) {
        user.device().save();
        return List.of();
    }

    private static List<String> reload(CliUser user) {
        user.leave();
        user.device().machine().reboot();
        return List.of();
    }
}
