package dev.ibplay.facts.saved;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The tools whose outputs can be read, and by which lines each is known. */
public enum Tool {
    IBV_DEVINFO(
            "ibv_devinfo",
            "hca_id:\\s*\\S+",
            "port:\\s*\\d{1,3}|(?:max|active)_mtu:\\s*\\d.*|\\d+ HCAs? found:|No IB devices found"
                    + "|Failed to get IB devices list: .*|Failed to (?:open|query) (?:device|port).*|libibverbs: Warning: .*"
                    + "|IB device '.*' wasn't found"),
    IBSTAT(
            "ibstat",
            "(?:CA|Switch|Router|iWARP RNIC|\\?\\?\\?):? '[^']+'",
            "ibpanic: \\[\\d+\\] \\w+: (?:'.*' IB device can't be found|stat of IB device|can't list).*"
                    + "|IB PORT \\d+ INFORMATION \\(.*"),
    IBSTATUS("ibstatus", "Infiniband device '[^']+' port \\d+ status:", "Fatal error:\\s+No devices.*"),
    SMINFO("sminfo", "", "(?:.*\\b)?sm lid \\w+ sm guid 0x\\w+.*|sminfo: iberror: .*"),
    SMPQUERY(
            "smpquery",
            "",
            "# (?:Port|Node) info: .*|smpquery: iberror: .*|Node Description:\\.+.*|0:(?:\\s+0x[0-9a-fA-F]{4})+"
                    + "|\\d+ pkeys capacity for this port|[A-Z][A-Za-z0-9]+:\\.{3,}.*"),
    SAQUERY(
            "saquery",
            "",
            "(?:MCMember Record|MCMemberRecord \\w+|SMInfoRecord|PortInfoRecord) dump:|IsSM(?:disabled)? ports"
                    + "|(?:MGID|PortGid)\\.{3,}.*|Query SA failed.*|ibpanic: .*Failed to bind to the SA.*"
                    + "|saquery: .*"),
    IBPORTSTATE("ibportstate", "", "(?:Initial )?(?:(?:CA/RT|Switch) )?PortInfo:|ibportstate: iberror: .*"),
    IBLINKINFO(
            "iblinkinfo",
            "",
            ".*\\] ==\\([^=]*\\)==>.*|Switch:? 0x[0-9a-fA-F]{1,16} .*|(?:CA|Router): [^'].*:|src/\\S+\\.c:\\d+; .*"
                    + "|(?:\\S*/)?iblinkinfo(?:\\.pl)?: iberror: .*|Failed to open \\S+ port \\d+"),
    VSTAT("vstat", "hca_idx=\\d+", "port_state=PORT_.*"),
    PART_MAN(
            "part_man",
            "",
            "(?:[0-9a-fA-F]{1,4}:){3}[0-9a-fA-F]{1,4}(?:\\s+(?:0[xX])?[0-9a-fA-F]{4}(?:-\\S+)?)+|Done(?:\\.\\.\\.)?"
                    + "|No configured pkey found|No matched port guid .*|[Pp]key operation failed"
                    + "|port_guid\\d*(?:\\s+pkey\\d+)+"),
    IBNETDISCOVER(
            "ibnetdiscover",
            "",
            "# Topology file: generated.*|(?:Switch|Ca|Rt)\\s+\\d+\\s+\"[^\"]*\".*"
                    + "|(?:CA|SW|RT)\\s+\\d+\\s+\\d+\\s+0x[0-9a-f]{16}\\s.*|(?:switchguid|caguid|rtguid)=0x\\S+.*"),
    SM_SHOW_GROUPS("smShowGroups", "", "0x[0-9a-fA-F]{16}:[0-9a-fA-F]{16} \\([0-9a-fA-F]{1,4}\\)");

    private final String command;
    private final Pattern record;
    private final Pattern line;

    /**
     * @param command the command's name
     * @param record a line that begins an adapter or port; the same one again begins another output
     * @param line another line that only this tool prints
     */
    Tool(String command, String record, String line) {
        this.command = command;
        this.record = Pattern.compile(record.isEmpty() ? "(?!)" : record);
        this.line = Pattern.compile(line);
    }

    public String command() {
        return command;
    }

    /** Whether this tool, and no other one, begins a record with such a line. */
    boolean beginsRecord(String line) {
        return record.matcher(line).matches();
    }

    /** Whether a line, without blanks around it, shows that this tool printed it. */
    boolean isKnownBy(String text) {
        return beginsRecord(text) || line.matcher(text).matches();
    }

    /** The tool of this name, in whatever case. */
    public static Optional<Tool> named(String command) {
        return Arrays.stream(values())
                .filter(tool -> tool.command.equalsIgnoreCase(command))
                .findFirst();
    }

    /** The tool whose line this is. */
    static Optional<Tool> of(String line) {
        return Arrays.stream(values()).filter(tool -> tool.isKnownBy(line)).findFirst();
    }

    /** All names, for people. */
    public static String names() {
        return Arrays.stream(values()).map(Tool::command).collect(Collectors.joining(", "));
    }
}
