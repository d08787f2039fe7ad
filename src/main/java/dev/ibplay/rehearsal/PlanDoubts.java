package dev.ibplay.rehearsal;

import dev.ibplay.diag.Location;
import dev.ibplay.diag.Severity;
import dev.ibplay.journal.RehearsalRecord.Doubt;
import dev.ibplay.plan.Difference;
import dev.ibplay.plan.HostSteps;
import dev.ibplay.plan.Plan;
import dev.ibplay.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Holds the plan that was made for twins against the one for the real hosts: differences, steps and refusals must be the same.
 * Warnings need not: some rest on times, of which twins have their own.
 */
public final class PlanDoubts {
    private PlanDoubts() {}

    /** In what they are not. */
    public static List<Doubt> between(Plan real, Plan twins) {
        List<Doubt> doubts = new ArrayList<>();
        Set<Doubt> ofReal = words(real);
        Set<Doubt> ofTwins = words(twins);
        ofReal.stream()
                .filter(each -> !ofTwins.contains(each))
                .forEach(each -> doubts.add(new Doubt(each.of(), "only in the plan for the host: " + each.what())));
        ofTwins.stream()
                .filter(each -> !ofReal.contains(each))
                .forEach(each -> doubts.add(new Doubt(each.of(), "only in the plan for the twin: " + each.what())));
        return List.copyOf(doubts);
    }

    private static Set<Doubt> words(Plan plan) {
        Set<Doubt> words = new LinkedHashSet<>();
        for (Difference each : plan.differences()) {
            words.add(new Doubt(
                    each.host(),
                    "%s %s (%s): %s -> %s"
                            .formatted(
                                    each.resource(),
                                    each.attribute(),
                                    each.level().word(),
                                    each.observed(),
                                    each.desired())));
        }
        steps(plan).forEach(step -> words.add(new Doubt(step.host(), step.what())));
        plan.diagnostics().stream()
                .filter(each -> each.severity() == Severity.ERROR)
                .forEach(each ->
                        words.add(new Doubt(of(each.location()), each.code().id() + " " + each.message())));
        return words;
    }

    private static String of(Location location) {
        return switch (location) {
            case Location.OnHost on -> on.host();
            case Location.InSource source -> source.span().toString();
            case Location.Run ignored -> "the whole run";
        };
    }

    private static Stream<Step> steps(Plan plan) {
        return Stream.of(
                        plan.shrinking().stream().map(HostSteps::steps).flatMap(List::stream),
                        plan.fabric().stream(),
                        plan.growing().stream().map(HostSteps::steps).flatMap(List::stream))
                .flatMap(each -> each);
    }
}
