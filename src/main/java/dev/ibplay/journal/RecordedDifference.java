package dev.ibplay.journal;

import dev.ibplay.plan.Difference;
import dev.ibplay.plan.Redaction;

/** A difference as the journal keeps it: texts only. */
public record RecordedDifference(
        String host, String resource, String attribute, String level, String observed, String desired, String askedBy) {
    static RecordedDifference of(Difference difference) {
        boolean secret = Redaction.isSecret(difference.attribute());
        return new RecordedDifference(
                difference.host(),
                difference.resource(),
                difference.attribute(),
                difference.level().word(),
                secret ? Redaction.HIDDEN : difference.observed(),
                secret ? Redaction.HIDDEN : difference.desired(),
                difference.askedBy().toString());
    }
}
