package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.machine.Machine;
import dev.ibplay.lab.machine.Program;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** All programs that a host has before anything is installed on it. */
public final class Coreutils {
    private static final Map<String, Program> PROGRAMS = programs();

    private Coreutils() {}

    private static Map<String, Program> programs() {
        Map<String, Tool> tools = new HashMap<>();
        tools.putAll(contents());
        tools.putAll(lines());
        tools.putAll(files());
        tools.putAll(names());
        tools.putAll(starters());
        tools.putAll(host());
        tools.put("true", call -> 0);
        tools.put("false", call -> 1);
        Map<String, Program> programs = new HashMap<>();
        tools.forEach((name, tool) -> programs.put(name, ToolCall.program(tool)));
        programs.put("uname", Uname.DEFAULT.program());
        return Map.copyOf(programs);
    }

    private static Map<String, Tool> contents() {
        return Map.of(
                "cat", Cat::cat,
                "tee", Cat::tee,
                "head", HeadTail::head,
                "tail", HeadTail::tail,
                "wc", Counting::wc,
                "cmp", Counting::cmp,
                "sha256sum", Counting.digest("SHA-256"),
                "md5sum", Counting.digest("MD5"),
                "sha1sum", Counting.digest("SHA-1"));
    }

    private static Map<String, Tool> lines() {
        return Map.of(
                "cut", Columns::cut,
                "sort", Columns::sort,
                "uniq", Columns::uniq,
                "seq", Columns::seq,
                "tr", Tr::tr,
                "grep", Grep::grep,
                "sed", Sed::sed,
                "find", Find::find,
                "dd", Dd::dd);
    }

    private static Map<String, Tool> files() {
        return Map.of(
                "ls", Listing::ls,
                "stat", StatTool::stat,
                "mkdir", Folders::mkdir,
                "rmdir", Folders::rmdir,
                "rm", Folders::rm,
                "touch", Folders::touch,
                "chmod", Ownership::chmod,
                "chown", Ownership::chown,
                "chgrp", Ownership::chgrp);
    }

    private static Map<String, Tool> names() {
        return Map.of(
                "mv", Moving::mv,
                "cp", Moving::cp,
                "ln", Moving::ln,
                "basename", Paths::basename,
                "dirname", Paths::dirname,
                "readlink", Paths::readlink,
                "realpath", Paths::realpath,
                "sleep", Times::sleep,
                "date", Times::date,
                "timeout", Timeout::timeout);
    }

    private static Map<String, Tool> starters() {
        return Map.of(
                "setsid", Starting::setsid,
                "nohup", Starting::nohup,
                "nice", Starting::nice,
                "env", Starting::env,
                "xargs", Starting::xargs,
                "echo", Printing::echo,
                "printf", Printing::printf,
                "test", Printing::test,
                "[", Printing::test);
    }

    private static Map<String, Tool> host() {
        return Map.of(
                "id", HostTools::id,
                "whoami", HostTools::whoami,
                "hostname", HostTools::hostname,
                "getconf", HostTools::getconf,
                "sync", HostTools::sync,
                "kill", HostTools::kill,
                "ps", HostTools::ps,
                "pgrep", HostTools::pgrep,
                "which", HostTools::which,
                "mktemp", HostTools::mktemp);
    }

    /**
     * Puts some of them into a folder, as busybox has them.
     *
     * @param oldTimeout whether it is older than 1.30, whose {@code timeout} is called otherwise
     */
    public static void installBusybox(Machine machine, String folder, Set<String> names, boolean oldTimeout)
            throws Errno {
        for (String name : names) {
            Program timeout = ToolCall.program(oldTimeout ? Timeout::busybox : Timeout::newBusybox);
            Program program = name.equals("timeout") ? timeout : PROGRAMS.get(name);
            if (program == null) {
                throw new IllegalArgumentException("no such tool: " + name);
            }
            machine.install(folder + "/" + name, program);
        }
        Devices.install(machine.disk());
    }

    /** Puts them into {@code /usr/bin}, and makes {@code /bin} and devices where these are missing. */
    public static void install(Machine machine) throws Errno {
        for (Map.Entry<String, Program> one : PROGRAMS.entrySet()) {
            machine.install("/usr/bin/" + one.getKey(), one.getValue());
        }
        if (!machine.disk().exists("/bin")) {
            machine.disk().symlink("usr/bin", "/bin");
        }
        Devices.install(machine.disk());
    }
}
