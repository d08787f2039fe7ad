package dev.ibplay.cli;

import dev.ibplay.diag.Location;
import dev.ibplay.journal.RunEvent;
import dev.ibplay.plan.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What goes on on the hosts at this moment, as the events of a run tell it. Safe for use by several threads. */
final class UnderWay {
    private final Map<String, Step> steps = new TreeMap<>();
    private final Map<String, RunEvent.CommandBegan> commands = new TreeMap<>();

    synchronized void on(RunEvent event) {
        switch (event) {
            case RunEvent.StepBegan step -> steps.put(step.host(), step.step());
            case RunEvent.StepEnded step -> steps.remove(step.host());
            case RunEvent.CommandBegan command -> commands.put(command.host(), command);
            case RunEvent.CommandEnded command -> commands.remove(command.host());
            case RunEvent.HostFailed failed -> {
                if (failed.diagnostic().location() instanceof Location.OnHost place) {
                    steps.remove(place.host());
                }
            }
            default -> {}
        }
    }

    /** The steps that change something, by host. */
    synchronized Map<String, Step> steps() {
        Map<String, Step> changing = new LinkedHashMap<>();
        steps.forEach((host, step) -> {
            if (!(step instanceof Step.Await)) {
                changing.put(host, step);
            }
        });
        return changing;
    }

    /** The commands of before and after. */
    synchronized List<RunEvent.CommandBegan> commands() {
        return new ArrayList<>(commands.values());
    }
}
