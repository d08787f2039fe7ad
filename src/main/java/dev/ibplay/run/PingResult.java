package dev.ibplay.run;

import dev.ibplay.diag.Diagnostic;
import java.util.List;

/**
 * What came of the pings.
 *
 * @param asked how many packets of full size were to be answered
 * @param failures one for each that was not
 */
public record PingResult(int asked, List<Diagnostic> failures) {
    public PingResult {
        failures = List.copyOf(failures);
    }
}
