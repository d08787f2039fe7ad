package dev.ibplay.lab.mlnxos;

import dev.ibplay.lab.machine.Invocation;
import dev.ibplay.lab.mlnxos.SwitchModel.Quirk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The command line on a terminal: echoes what is typed, stops at full pages, asks back. */
final class CliTerminal {
    private static final String PAGER = "--More--";
    private static final int INTERRUPT = 3;

    private final SimulatedSwitch device;
    private final Invocation call;
    private final InputStream keys;
    private final OutputStream screen;
    private final CliUser user;
    private boolean ended;

    CliTerminal(SimulatedSwitch device, Invocation call) {
        this.device = device;
        this.call = call;
        this.keys = call.stdin();
        this.screen = call.stdout();
        this.user = new CliUser(device, this::asks);
    }

    /** Runs until the user leaves or the terminal is gone. */
    void run() throws IOException, InterruptedException {
        try {
            show("\r\nMellanox Switch Management\r\n\r\nLast login: # by admin >\r\n\r\n");
            if (device.model().has(Quirk.WIZARD)) {
                show("Do you want to use the wizard for initial configuration? ");
                readLine();
            }
            while (!ended && !user.left()) {
                show(prompt());
                String line = readLine();
                if (!line.isBlank()) {
                    obey(line);
                }
            }
        } catch (UncheckedIOException gone) {
            throw gone.getCause();
        }
    }

    private String prompt() {
        return device.model().has(Quirk.DEGRADED)
                ? "CLI > "
                : user.mode().prompt(device.model().hostName());
    }

    private void obey(String line) throws IOException, InterruptedException {
        if (device.model().has(Quirk.DEGRADED)) {
            show("% Internal error, code 1006\r\n");
            return;
        }
        if (!device.attends(call, line)) {
            ended = true;
            return;
        }
        List<String> said = user.carryOut(line);
        int rows = user.paging() ? device.model().pageRows() : 0;
        for (int i = 0; i < said.size(); i++) {
            if (rows > 0 && i > 0 && i % rows == 0 && !pageTurned()) {
                return;
            }
            show(said.get(i) + "\r\n");
        }
    }

    private boolean pageTurned() throws IOException {
        show("\u001b[7m" + PAGER + "\u001b[27m");
        int key = keys.read();
        show("\r" + " ".repeat(PAGER.length()) + "\r");
        return key == ' ';
    }

    private boolean asks(String question) {
        try {
            show(question);
            return readLine().equals("yes");
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }

    /** One line as it is typed; a question mark shows help at once and leaves the line standing. */
    private String readLine() throws IOException {
        StringBuilder line = new StringBuilder();
        int key = keys.read();
        while (key >= 0 && key != '\n' && key != '\r') {
            if (key == INTERRUPT) {
                line.setLength(0);
                show("^C\r\n" + prompt());
            } else if (key == '?') {
                show("?\r\n  <cr>\r\n" + prompt() + line);
            } else {
                line.append((char) key);
                show(String.valueOf((char) key));
            }
            key = keys.read();
        }
        ended = key < 0;
        show("\r\n");
        return line.toString();
    }

    private void show(String text) throws IOException {
        screen.write(text.getBytes(StandardCharsets.UTF_8));
        screen.flush();
    }
}
