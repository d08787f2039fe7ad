package dev.ibplay.facts.esxi;

import dev.ibplay.facts.Fact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What esxcli has listed so far.
 *
 * @param lists by the words of the command
 */
record EsxcliAnswers(Map<List<String>, Fact<List<EsxcliRow>>> lists) {
    EsxcliAnswers {
        lists = Map.copyOf(lists);
    }

    /** The entries; unreadable where it was not asked for. */
    Fact<List<EsxcliRow>> get(EsxcliListing listing) {
        return lists.getOrDefault(listing.words(), Fact.unreadable("it was not asked for"));
    }

    /** With answers to questions that were asked again. */
    EsxcliAnswers with(EsxcliAnswers again) {
        Map<List<String>, Fact<List<EsxcliRow>>> all = new HashMap<>(lists);
        all.putAll(again.lists);
        return new EsxcliAnswers(all);
    }
}
