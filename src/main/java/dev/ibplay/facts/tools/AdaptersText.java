package dev.ibplay.facts.tools;

import java.util.List;
import java.util.Optional;

/**
 * The adapters of a host.
 *
 * @param incomplete why there may be more than these, when the tool gave up on the way or its output is cut
 */
public record AdaptersText(List<AdapterText> adapters, Optional<String> incomplete) {
    public AdaptersText {
        adapters = List.copyOf(adapters);
    }
}
