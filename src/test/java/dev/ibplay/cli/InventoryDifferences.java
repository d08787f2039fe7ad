package dev.ibplay.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Where two outputs of {@code --list} differ, but for what differs on purpose. */
final class InventoryDifferences {
    private final List<String> found = new ArrayList<>();

    private InventoryDifferences() {}

    /** One line for each difference: the place, what Ansible says, what ibplay says. */
    static List<String> between(JsonNode theirs, JsonNode ours) {
        var differences = new InventoryDifferences();
        differences.compare("", theirs, ours);
        return differences.found;
    }

    private void compare(String place, JsonNode theirs, JsonNode ours) {
        if (theirs.isObject() && ours.isObject()) {
            var names = new TreeSet<String>();
            theirs.fieldNames().forEachRemaining(names::add);
            ours.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                compare(place + "/" + name, theirs.path(name), ours.path(name));
            }
        } else if (theirs.isArray() && ours.isArray() && theirs.size() == ours.size()) {
            for (int i = 0; i < theirs.size(); i++) {
                compare(place + "/" + i, theirs.get(i), ours.get(i));
            }
        } else if (!same(theirs, ours)) {
            found.add("%s: %s / %s"
                    .formatted(place, theirs.isMissingNode() ? "-" : theirs, ours.isMissingNode() ? "-" : ours));
        }
    }

    private static boolean same(JsonNode theirs, JsonNode ours) {
        if (theirs.isNumber() && ours.isNumber() && Double.isFinite(theirs.doubleValue())) {
            return theirs.isIntegralNumber() == ours.isIntegralNumber()
                    && theirs.decimalValue().compareTo(ours.decimalValue()) == 0;
        }
        if (theirs.isDouble() && !Double.isFinite(theirs.doubleValue())) {
            // Infinity and NaN are no JSON; ibplay writes them as they were written.
            return ours.isTextual() && ours.textValue().matches("(?i)[-+]?[.](inf|nan)");
        }
        return theirs.equals(ours);
    }
}
