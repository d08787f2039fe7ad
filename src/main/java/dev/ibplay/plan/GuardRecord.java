package dev.ibplay.plan;

import dev.ibplay.exec.Bytes;

/** What a guard's folder says of the change, for people and for the run that finds it (facts.linux.GuardsProbe). */
public final class GuardRecord {
    private static final String VERSION = "ibplay-guard: 1\n";

    private GuardRecord() {}

    public static Bytes of(PlanSettings settings, String what) {
        return Bytes.ofUtf8(VERSION
                + "run: " + oneLine(settings.run()) + "\n"
                + "owner: " + oneLine(settings.owner()) + "\n"
                + "what: " + oneLine(what) + "\n");
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
