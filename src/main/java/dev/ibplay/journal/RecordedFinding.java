package dev.ibplay.journal;

import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;

/**
 * What planning, applying or verifying has to tell, as the journal keeps it.
 *
 * @param severity {@code error} or {@code warning}
 * @param code for example {@code IB601}
 * @param host empty text where it is about no host
 */
public record RecordedFinding(String severity, String code, String host, String message) {
    static RecordedFinding of(Diagnostic diagnostic) {
        return new RecordedFinding(
                diagnostic.severity().word(),
                diagnostic.code().id(),
                diagnostic.location() instanceof Location.OnHost place ? place.host() : "",
                diagnostic.message());
    }
}
