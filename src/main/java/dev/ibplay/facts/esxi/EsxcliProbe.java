package dev.ibplay.facts.esxi;

import dev.ibplay.exec.Operation;
import dev.ibplay.exec.Outcome;
import dev.ibplay.facts.Fact;
import dev.ibplay.facts.Probe;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks esxcli for several lists, all in one form.
 *
 * @param fallback whether text and older programs are asked, and not csv
 */
record EsxcliProbe(List<EsxcliListing> listings, boolean fallback) implements Probe<EsxcliAnswers> {
    EsxcliProbe {
        listings = List.copyOf(listings);
    }

    @Override
    public List<Operation> operations() {
        return listings.stream().flatMap(listing -> asked(listing).stream()).toList();
    }

    private List<Operation> asked(EsxcliListing listing) {
        return fallback ? listing.fallbacks() : List.of(listing.csv());
    }

    @Override
    public EsxcliAnswers parse(List<Outcome> outcomes) {
        Map<List<String>, Fact<List<EsxcliRow>>> lists = new HashMap<>();
        int at = 0;
        for (EsxcliListing listing : listings) {
            List<Outcome> own = outcomes.subList(at, at + asked(listing).size());
            lists.put(listing.words(), fallback ? listing.ofFallbacks(own) : listing.ofCsv(own.getFirst()));
            at += own.size();
        }
        return new EsxcliAnswers(lists);
    }

    /** What is worth asking again in the other forms: neither what there is none of, nor what hangs. */
    EsxcliProbe again(EsxcliAnswers answers) {
        return new EsxcliProbe(
                listings.stream()
                        .filter(listing -> switch (answers.get(listing)) {
                            case Fact.Known<List<EsxcliRow>> ignored -> false;
                            case Fact.Absent<List<EsxcliRow>> ignored -> true;
                            case Fact.Unreadable<List<EsxcliRow>> unreadable ->
                                !EsxiModules.isUnknown(unreadable)
                                        && !unreadable.because().equals(EsxiAnswer.TIMED_OUT);
                        })
                        .toList(),
                true);
    }
}
