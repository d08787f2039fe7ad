package dev.ibplay;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What can be told of a PowerShell script without PowerShell: that its brackets and quotes match, that it calls no function
 * that is not there, and that it uses nothing that came after PowerShell 2.0 and .NET 2.0.
 */
public final class PowerShellShape {
    /** Syntax, cmdlets and members that PowerShell 2.0, or .NET 2.0 below it, does not have. */
    private static final List<Pattern> LATER = List.of(
            Pattern.compile("::new\\("),
            Pattern.compile("\\[ordered\\]", Pattern.CASE_INSENSITIVE),
            Pattern.compile("\\[pscustomobject\\]", Pattern.CASE_INSENSITIVE),
            Pattern.compile("\\bConvert(To|From)-Json\\b", Pattern.CASE_INSENSITIVE),
            Pattern.compile(" -(not)?in ", Pattern.CASE_INSENSITIVE),
            Pattern.compile("\\bGet-Cim", Pattern.CASE_INSENSITIVE),
            Pattern.compile("NullString"),
            Pattern.compile("&&|\\|\\||\\?\\?"),
            Pattern.compile("\\.(ForEach|Where)\\("),
            Pattern.compile("Async\\("),
            Pattern.compile("IsNullOrWhiteSpace"),
            Pattern.compile("-Raw\\b|-shl\\b|-shr\\b|\\$PSScriptRoot|#Requires"));

    private static final Pattern FUNCTION = Pattern.compile("(?m)^function (Ib-\\w+)");
    private static final Pattern CALL = Pattern.compile("\\bIb-\\w+");

    private PowerShellShape() {}

    /** What is wrong; nothing where all is well. */
    public static List<String> faults(String script) {
        List<String> faults = new ArrayList<>();
        if (!script.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 127))) {
            faults.add("other characters than ASCII's, or tabs");
        }
        String code = code(script, faults);
        LATER.forEach(pattern -> pattern.matcher(code)
                .results()
                .map(MatchResult::group)
                .forEach(found -> faults.add(found + " is not of PowerShell 2.0")));
        Set<String> defined = all(FUNCTION, code, 1);
        Set<String> called = new TreeSet<>(all(CALL, code, 0));
        called.removeAll(defined);
        called.forEach(name -> faults.add(name + " is not defined"));
        return faults;
    }

    private static Set<String> all(Pattern pattern, String code, int group) {
        return pattern.matcher(code)
                .results()
                .map(found -> found.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Without comments and without what is in quotes; notes brackets that do not match on the way. */
    private static String code(String script, List<String> faults) {
        StringBuilder code = new StringBuilder();
        Deque<Character> open = new ArrayDeque<>();
        int line = 1;
        for (int at = 0; at < script.length(); at++) {
            char c = script.charAt(at);
            if (c == '\n') {
                line++;
            }
            if (c == '#') {
                at = script.indexOf('\n', at) - 1;
                continue;
            }
            if (c == '\'' || c == '"') {
                int end = script.indexOf(c, at + 1);
                if (end < 0 || script.substring(at, end).contains("\n")) {
                    faults.add("line %d: a quote that is not closed".formatted(line));
                    return code.toString();
                }
                code.append("''");
                at = end;
                continue;
            }
            if ("([{".indexOf(c) >= 0) {
                open.push(")]}".charAt("([{".indexOf(c)));
            } else if (")]}".indexOf(c) >= 0 && (open.isEmpty() || open.pop() != c)) {
                faults.add("line %d: %c closes nothing".formatted(line, c));
                return code.toString();
            }
            code.append(c);
        }
        open.forEach(bracket -> faults.add(bracket + " is missing at the end"));
        return code.toString();
    }
}
