package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Operation.RunCommand;
import dev.ibplay.facts.tools.ToolOutput;
import java.time.Duration;
import java.util.List;

/**
 * What the community VIB has put on a host.
 *
 * @param installed whether its folder /opt/opensm is there
 * @param kept whether there is a folder /scratch/opensm
 * @param folders one for each adapter or port, absolute, made when its OpenSM first runs
 * @param scripts init scripts that name OpenSM, absolute
 * @param local whether /etc/rc.local.d/local.sh, which runs at each start of the host, names OpenSM
 * @param versions as the programs print them
 */
record OpensmPlaces(
        boolean installed,
        boolean kept,
        List<String> folders,
        List<String> scripts,
        boolean local,
        List<String> versions) {
    static final String SCRATCH = "/scratch/opensm";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** The program prints its usage before it looks for an adapter (main.c); the file keeps it from reading the real one. */
    private static final String SCRIPT = """
            [ ! -d /opt/opensm ] || echo "vib"
            [ ! -d /scratch/opensm ] || echo "kept"
            for d in /scratch/opensm/*/; do [ ! -d "$d" ] || echo "folder ${d%/}"; done
            for s in /etc/init.d/*; do case ${s##*/} in *[oO]pen[sS][mM]*) echo "script $s";; esac; done
            while read -r line; do
            case $line in '#'*) ;; *[oO]pen[sS][mM]*) echo "local"; break;; esac
            done 2>/dev/null </etc/rc.local.d/local.sh
            for b in /opt/opensm/bin/opensm /opt/opensm/bin/opensm-static; do
            [ -x $b ] || continue
            $b -F /dev/null -h 2>&1 </dev/null | sed -n 's/^OpenSM \\([0-9][^ ]*\\).*/version \\1/p'
            done
            exit 0
            """;

    static final Operation QUESTION = RunCommand.of(LIMIT, "sh", "-c", SCRIPT);

    static OpensmPlaces of(ToolOutput output) {
        List<String> lines = EsxiAnswer.lines(output);
        return new OpensmPlaces(
                lines.contains("vib"),
                lines.contains("kept"),
                behind("folder ", lines),
                behind("script ", lines),
                lines.contains("local"),
                behind("version ", lines).stream().distinct().toList());
    }

    private static List<String> behind(String word, List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(word))
                .map(line -> line.substring(word.length()))
                .toList();
    }
}
