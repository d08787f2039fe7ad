package dev.ibplay.report;

import dev.ibplay.journal.RehearsalRecord;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.journal.RehearsalRecord.Outage;
import dev.ibplay.journal.RehearsalRecord.TimedStep;
import java.time.Duration;
import java.util.Locale;

/** What came about in a rehearsal, for people. */
public final class RehearsalText {
    private RehearsalText() {}

    /** The steps with their times, what the fabrics lacked meanwhile, and how far all that can be believed. */
    public static String of(RehearsalRecord came) {
        var text = new StringBuilder();
        if (!came.steps().isEmpty()) {
            text.append("\nRehearsed, in the time of the simulated hosts (minutes:seconds from the first step)\n");
            came.steps().forEach(step -> text.append(line(step)));
            text.append("\nMeanwhile\n");
            if (came.outages().isEmpty()) {
                text.append("  every fabric had a master and its IPoIB groups all the time\n");
            }
            came.outages().forEach(outage -> text.append(line(outage)));
        }
        text.append("\nTwins\n");
        if (came.doubts().isEmpty()) {
            text.append("  as their hosts and fabrics in all that a plan rests on\n");
        }
        came.doubts().forEach((Doubt doubt) -> text.append("  %s: %s\n".formatted(doubt.of(), doubt.what())));
        return text.toString();
    }

    private static String line(TimedStep step) {
        return "  %s  %s: %s: %s, %s\n"
                .formatted(clock(step.began()), step.host(), step.what(), step.result(), seconds(step.took()));
    }

    private static String line(Outage outage) {
        String what = outage.group()
                .map(pkey -> "no IPoIB group of partition " + pkey)
                .orElse("no master");
        String end = outage.lasts() ? "to the end" : "for " + seconds(outage.took());
        return "  %s  %s: %s %s%s\n"
                .formatted(
                        clock(outage.began()),
                        outage.fabric(),
                        what,
                        end,
                        outage.during()
                                .map(step -> ", from \"" + step + "\" on")
                                .orElse(""));
    }

    private static String clock(Duration time) {
        return "%3d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
    }
}
