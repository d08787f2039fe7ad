package dev.ibplay.transport.helper;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The one command line that starts the helper. It must mean the same to every login shell: one line, one pair of single
 * quotes, and within them neither a single quote, a backslash nor an exclamation mark (csh and fish read those).
 *
 * <p>The script says, behind the marker: {@code send CPU} when it wants the program on its standard input, and otherwise
 * why the program cannot run. {@code start} is said by the program itself.
 */
final class Bootstrap {
    /**
     * The file must be ours and writable by nobody else, and of the right size; then the program itself says whether its copy is
     * whole. A folder is checked with the one above it, so that neither can be put there by somebody else. Each program that the
     * script starts costs every host of every run, so one {@code ls} looks at all three, by names without blanks. And what lies
     * where it usually does is started without asking what the machine is and who we are: a helper's name tells its CPU, and
     * {@code -O}, which nearly all shells have, that a file is ours.
     */
    private static final List<String> SCRIPT = List.of(
            "m=%s;n=%s;umask 077;LC_ALL=C;export LC_ALL;u=;v=/var/lib/ibplay;c=\"${HOME:-/nonexistent}/.cache/ibplay\"",
            "say(){ echo \"$m$n $*\";exit 0;}",
            "own(){ if [ \"$u\" ];then [ \"$2\" = \"$u\" ];else [ -O \"$1\" ] 2>/dev/null;fi;}",
            "look(){ cd \"$1\" 2>/dev/null||return 1;k=$2;set -- $(ls -ldn . helper $k 2>/dev/null);"
                    + "for w in . helper $k;do own $w \"$3\"||return 1;"
                    + "case $1 in [d-]????-??-*);;*)return 1;;esac;s=$5;"
                    + "until [ \"$1\" = \"$w\" ];do [ $# -gt 1 ]||return 1;shift;done;shift;done;}",
            "runs(){ x=noexec;\"$1\" -t $e >/dev/null 2>&1;}",
            "have(){ f=\"$1/helper/$h\";look \"$1\" helper/$h&&[ \"$s\" -eq $z ]&&runs \"$f\"&&exec \"$f\" $m $n;}",
            "kept(){ h=$1;z=$2;e=$3;for d in $v \"$c\";do [ -f \"$d/helper/$h\" ]&&have \"$d\";done;}",
            "%s",
            "set -- $(uname -sm;id -u)",
            "p=\"$1 $2\";u=$3;case $p in %s *) say cpu \"$p\";;esac",
            "x=folder;g=",
            "set -- \"$c\" \"${TMPDIR:-/tmp}/.ibplay-$u\"",
            "[ $u = 0 ]&&set -- $v \"$@\"",
            "for d do have \"$d\";done",
            "for d do [ -d \"$d/helper\" ]||mkdir -p \"$d/helper\" 2>/dev/null;look \"$d\"||continue",
            "f=\"$d/helper/$h\";t=\"$d/helper/.$$.$n\";true 2>/dev/null >\"$t\"||continue",
            "if [ \"$g\" ];then cp \"$g\" \"$t\"||{ rm -f \"$t\";continue;};"
                    + "else echo \"$m$n send $y\";head -c $z >\"$t\"||{ rm -f \"$t\";say full \"$d\";};fi",
            "chmod 700 \"$t\";runs \"$t\";r=$?;[ $r != 3 ]||{ rm -f \"$t\";say damaged;}",
            "mv -f \"$t\" \"$f\"&&{ g=$f;[ $r != 0 ]||exec \"$f\" $m $n;};done",
            "say $x");

    private Bootstrap() {}

    /** Finds the kept program or asks for it, and becomes it. */
    static String automatic(Marker marker, List<HelperBinary> binaries) {
        String known = binaries.stream()
                .map(b -> "kept %s %d %d".formatted(b.sha256(), b.content().size(), b.crc32()))
                .collect(Collectors.joining(";"));
        String cpus = binaries.stream()
                .map(b -> "\"Linux %s\")y=%s;h=%s;z=%d;e=%d;;"
                        .formatted(b.cpu(), b.cpu(), b.sha256(), b.content().size(), b.crc32()))
                .collect(Collectors.joining());
        String script = String.join(";", SCRIPT).formatted(marker.first(), marker.second(), known, cpus);
        return "exec sh -c '" + script + "'";
    }

    /** Becomes a program that is there, or says {@code missing}. */
    static String atPath(Marker marker, HelperChoice.AtPath choice) {
        return "exec sh -c 'm=%s;n=%s;[ -x %s ]&&exec %s $m $n;echo \"$m$n missing\"'"
                .formatted(marker.first(), marker.second(), choice.path(), choice.path());
    }
}
