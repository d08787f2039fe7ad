package dev.ibplay.plan.whole;

import dev.ibplay.diag.Code;
import dev.ibplay.plan.PlanDraft;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Names what of a Windows host stays as an earlier run left it: what a driver is told bounds an MTU from above only, and a store
 * that alone was changed is not told from one that follows what IP uses.
 */
final class WindowsRemains {
    private WindowsRemains() {}

    static void tell(Restoration restoration, PlanDraft draft) {
        restoration.changeable().forEach(host -> tell(restoration, host, draft));
    }

    private static void tell(Restoration restoration, String host, PlanDraft draft) {
        List<List<String>> commands = IntStream.range(
                        0, draft.settings.windows().size())
                .boxed()
                .flatMap(play -> restoration.commands(host, play).stream())
                .toList();
        commands.stream()
                .filter(words -> words.getFirst().equals("reg.exe") && words.contains("REG_SZ"))
                .forEach(words -> warn(
                        restoration,
                        host,
                        draft,
                        "%s stays %s, which does no harm: it only bounds the MTU from above"
                                .formatted(after(words, "/v"), after(words, "/d"))));
        commands.stream()
                .filter(words -> words.contains("store=persistent"))
                .filter(words -> restoration
                        .settings(host)
                        .noneMatch(one -> one.resource().equals("ipoib " + after(words, "subinterface"))))
                .forEach(words -> warn(
                        restoration,
                        host,
                        draft,
                        "what the next start brings %s stays as run %s left it (%s)"
                                .formatted(
                                        after(words, "subinterface"),
                                        restoration.run(),
                                        after(words, after(words, "subinterface")))));
    }

    private static String after(List<String> words, String word) {
        int at = words.indexOf(word);
        return at >= 0 && at + 1 < words.size() ? words.get(at + 1) : "?";
    }

    private static void warn(Restoration restoration, String host, PlanDraft draft, String message) {
        draft.warn(Code.UNDO_UNKNOWN, host, restoration.span(1), message);
    }
}
