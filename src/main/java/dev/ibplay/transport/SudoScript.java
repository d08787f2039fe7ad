package dev.ibplay.transport;

/**
 * The command line around a command that is to run under sudo. Prompt and marker are made of two random halves which stand
 * apart in the text, so that a start-up file which traces commands cannot print them by accident.
 */
record SudoScript(String first, String promptEnd, String markerEnd) {
    /**
     * sudo empties the environment (sudoers(5), env_reset). Where the login came from is given to the command as an
     * argument, and put back for what asks for the way to the controller.
     */
    private static final String RESTORE_LOGIN =
            "[ -z \"$1\" ] || { SSH_CONNECTION=$1; export SSH_CONNECTION; }; shift; ";

    /** What sudo prints when it wants the password. */
    String prompt() {
        return first + promptEnd;
    }

    /** The line that both output streams start with when the command runs. */
    String marker() {
        return first + markerEnd;
    }

    /** For any login shell that knows single quotes. */
    String commandLine(SudoRequest request, String command) {
        String user = quoted(request.user());
        String marked = "echo " + halves(markerEnd) + "; echo " + halves(markerEnd) + " >&2; " + command;
        String inner = quoted(RESTORE_LOGIN + marked);
        String options = request.password().isPresent() ? "-H -S -p \"[" + halves(promptEnd) + "] \"" : "-n -H";
        String script = "LC_ALL=C; export LC_ALL; "
                + "if [ \"$(id -un 2>/dev/null)\" = " + user + " ] || { [ root = " + user
                + " ] && [ \"$(id -u)\" = 0 ]; }; "
                + "then exec sh -c " + quoted(marked) + "; fi; "
                + "command -v sudo >/dev/null 2>&1 || { echo \"$(uname -s): sudo: not found\" >&2; exit 127; }; "
                + "exec sudo " + options + " -u " + user + " -- sh -c " + inner + " sh \"$SSH_CONNECTION\"";
        return "exec sh -c " + quoted(script);
    }

    private String halves(String end) {
        return first + "\"\"" + end;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
