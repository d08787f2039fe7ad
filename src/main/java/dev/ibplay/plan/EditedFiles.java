package dev.ibplay.plan;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.exec.Bytes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Files of hosts as the steps planned so far leave them. Two interfaces may stand in one file: each edit was made on the file as
 * it was found, and they are put together here.
 */
public final class EditedFiles {
    private record Place(String host, String path) {}

    private final PlanDraft draft;
    private final Map<Place, List<Bytes>> edits = new HashMap<>();

    public EditedFiles(PlanDraft draft) {
        this.draft = draft;
    }

    /** One change for each file, resting on what the steps before leave; refused where edits do not go together. */
    public List<FileChange> together(List<FileChange> changes) {
        Map<Place, FileChange> merged = new LinkedHashMap<>();
        for (FileChange change : changes) {
            Place place = new Place(change.host(), change.path());
            List<Bytes> earlier = edits.getOrDefault(place, List.of());
            Optional<Bytes> found = earlier.isEmpty() ? change.before() : merge(change, earlier);
            Optional<Bytes> before = Optional.ofNullable(merged.get(place))
                    .map(FileChange::before)
                    .orElse(found);
            List<Bytes> all = new ArrayList<>(earlier);
            change.after().ifPresent(all::add);
            Optional<Bytes> after = change.after().isPresent() ? merge(change, all) : Optional.empty();
            boolean isRemoval = change.after().isEmpty() && earlier.isEmpty();
            if (after.isEmpty() && !isRemoval) {
                refuse(change);
                continue;
            }
            edits.put(place, all);
            merged.put(place, new FileChange(change.host(), change.path(), before, after));
        }
        merged.values().removeIf(change -> change.before().equals(change.after()));
        return new ArrayList<>(merged.values());
    }

    private static Optional<Bytes> merge(FileChange change, List<Bytes> edited) {
        String old = change.before().map(Bytes::latin1).orElse("");
        return TextMerge.of(old, edited.stream().map(Bytes::latin1).toList()).map(Bytes::ofLatin1);
    }

    private void refuse(FileChange change) {
        var place = new Location.OnHost(change.host(), Optional.empty(), Optional.empty());
        draft.diagnostics.add(Diagnostic.error(
                        Code.FILE_NOT_EDITABLE,
                        place,
                        "two changes of %s concern the same place".formatted(change.path()))
                .withHint("write them in two plays, and apply one after the other with --tags"));
    }
}
