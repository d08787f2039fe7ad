package dev.ibplay.lab.mlnxos;

import static dev.ibplay.lab.mlnxos.CliMode.CONFIGURE;
import static dev.ibplay.lab.mlnxos.CliMode.ENABLE;

import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Commands about the subnet manager and the ports. */
final class SmCommands {
    private static final int MAX_PRIORITY = 15;

    static final List<CliCommand> ALL = List.of(
            show("show ib sm", d -> d.running().sm() ? "enable" : "disable"),
            show("show ib sm sm-priority", d -> String.valueOf(d.running().priority())),
            show("show ib sm version", d -> "OpenSM4.8.1.MLNX20170101.lab"),
            show("show ib sm routing-info", d -> d.smRuns() ? "minhop" : "Connection to SM unavailable"),
            ofNode("sm-state", d -> d.running().node() ? "enabled" : "disabled"),
            ofNode("sm-running", d -> d.smRuns() ? "active" : "not active"),
            ofNode("sm-licensed", d -> d.model().has(Quirk.NO_LICENCE) ? "not active" : "active"),
            ofNode("sm-priority", d -> String.valueOf(d.running().priority())),
            ofNode("ha-state", d -> "online"),
            ofNode("ha-role", d -> "master"),
            change("ib sm", s -> s.withSm(true)),
            change("no ib sm", s -> s.withSm(false)),
            change("no ib sm sm-priority", s -> s.withPriority(0)),
            CliCommand.of(CONFIGURE, "ib sm sm-priority *", (user, v) -> priority(user, v.getFirst())),
            CliCommand.of(CONFIGURE, "ib smnode * create", (user, v) -> ofThis(user, v, s -> s)),
            CliCommand.of(CONFIGURE, "ib smnode * enable", (user, v) -> ofThis(user, v, s -> s.withNode(true))),
            CliCommand.of(CONFIGURE, "ib smnode * disable", (user, v) -> ofThis(user, v, s -> s.withNode(false))),
            CliCommand.of(CONFIGURE, "ib smnode * sm-priority *", SmCommands::nodePriority),
            CliCommand.of(ENABLE, "show interfaces ib", (user, v) -> ShowPorts.all(user.device())),
            CliCommand.of(ENABLE, "show interfaces ib *", (user, v) -> ShowPorts.one(user.device(), v.getFirst())),
            CliCommand.of(CONFIGURE, "interface ib * mtu *", ShowPorts::setMtu));

    private SmCommands() {}

    private static CliCommand show(String words, Function<SimulatedSwitch, String> what) {
        return CliCommand.of(ENABLE, words, (user, v) -> List.of(what.apply(user.device())));
    }

    private static CliCommand ofNode(String word, Function<SimulatedSwitch, String> what) {
        return CliCommand.of(
                ENABLE,
                "show ib smnode * " + word,
                (user, v) -> isThis(user, v.getFirst()) ? List.of(what.apply(user.device())) : noNode(v.getFirst()));
    }

    private static CliCommand change(String words, UnaryOperator<SwitchSettings> change) {
        return CliCommand.of(CONFIGURE, words, (user, v) -> changed(user, change));
    }

    private static List<String> changed(CliUser user, UnaryOperator<SwitchSettings> change) {
        user.device().change(change.apply(user.device().running()));
        return List.of();
    }

    private static List<String> ofThis(CliUser user, List<String> values, UnaryOperator<SwitchSettings> change) {
        return isThis(user, values.getFirst()) ? changed(user, change) : noNode(values.getFirst());
    }

    private static boolean isThis(CliUser user, String node) {
        return node.equals(user.device().model().hostName());
    }

    private static List<String> noNode(String node) {
        return List.of("% No such node: " + node);
    }

    private static List<String> nodePriority(CliUser user, List<String> values) {
        if (user.device().model().has(Quirk.NO_NODE_PRIORITY)) {
            return CliUser.unrecognized("sm-priority");
        }
        return isThis(user, values.getFirst()) ? priority(user, values.get(1)) : noNode(values.getFirst());
    }

    private static List<String> priority(CliUser user, String number) {
        boolean right = number.matches("\\d{1,2}") && Integer.parseInt(number) <= MAX_PRIORITY;
        return right
                ? changed(user, s -> s.withPriority(Integer.parseInt(number)))
                : List.of("% Invalid value for priority: " + number);
    }
}
