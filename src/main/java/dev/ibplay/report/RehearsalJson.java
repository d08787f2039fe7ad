package dev.ibplay.report;

import dev.ibplay.ib.PKey;
import dev.ibplay.journal.RehearsalRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What came about in a rehearsal, as a part of the run's document; times are seconds from the first step. */
final class RehearsalJson {
    private RehearsalJson() {}

    static Map<String, Object> of(RehearsalRecord came) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("steps", came.steps().stream().map(RehearsalJson::step).toList());
        map.put("outages", came.outages().stream().map(RehearsalJson::outage).toList());
        map.put("doubts", came.doubts().stream().map(RehearsalJson::doubt).toList());
        return map;
    }

    private static Map<String, Object> step(RehearsalRecord.TimedStep step) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("host", step.host());
        map.put("what", step.what());
        map.put("result", step.result());
        map.put("began", seconds(step.began()));
        map.put("took", seconds(step.took()));
        return map;
    }

    private static Map<String, Object> outage(RehearsalRecord.Outage outage) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("fabric", outage.fabric());
        map.put("missing", outage.group().isPresent() ? "ipoib group" : "master");
        map.put("pkey", outage.group().map(PKey::toString).orElse(""));
        map.put("began", seconds(outage.began()));
        map.put("took", seconds(outage.took()));
        map.put("lasts", outage.lasts());
        map.put("during", outage.during().orElse(""));
        return map;
    }

    private static Map<String, Object> doubt(RehearsalRecord.Doubt doubt) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("of", doubt.of());
        map.put("what", doubt.what());
        return map;
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
