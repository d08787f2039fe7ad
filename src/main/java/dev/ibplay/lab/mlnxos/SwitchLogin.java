package dev.ibplay.lab.mlnxos;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.machine.Program;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a login at a switch gets: the command line on a terminal, or one command line of an exec. */
record SwitchLogin(SimulatedSwitch device) implements Program {
    private static final String CLI = "cli -h ";
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]*)\"");
    private static final int COMMAND_ARGUMENTS = 3;

    @Override
    public int run(Invocation call) throws InterruptedException, IOException {
        if (call.arguments().size() < COMMAND_ARGUMENTS) {
            new CliTerminal(device, call).run();
            return 0;
        }
        String line = call.arguments().get(2);
        StringBuilder said = new StringBuilder();
        exec(call, line, said);
        call.stdout().write(said.toString().getBytes(StandardCharsets.UTF_8));
        call.stdout().flush();
        return 0;
    }

    private void exec(Invocation call, String line, StringBuilder said) throws InterruptedException {
        // Nobody is there to answer a question.
        CliUser user = new CliUser(device, question -> {
            said.append(question);
            return false;
        });
        if (device.model().has(Quirk.DEGRADED)) {
            said.append("% Internal error, code 1006\n");
            return;
        }
        boolean known = line.startsWith(CLI) && !device.model().has(Quirk.NO_EXEC_CLI);
        for (String each : known ? quoted(line.substring(CLI.length())) : List.of(line)) {
            if (!device.attends(call, each)) {
                return;
            }
            List<String> answer = user.carryOut(each);
            answer.forEach(printed -> said.append(printed).append('\n'));
            boolean failed = answer.stream().anyMatch(printed -> printed.startsWith("%"));
            if (failed && device.model().has(Quirk.EXEC_ENDS_AT_ERROR)) {
                return;
            }
        }
    }

    private static List<String> quoted(String text) {
        List<String> lines = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            lines.add(Optional.ofNullable(quoted.group(1)).orElse(""));
        }
        return lines;
    }
}
