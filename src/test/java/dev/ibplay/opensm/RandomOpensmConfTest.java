package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Edits of random files; {@code -Dseed=} says which. */
class RandomOpensmConfTest {
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @Test
    void anEditChangesOneLine() {
        for (int i = 0; i < 500; i++) {
            OpensmConf conf = OpensmConf.parse("f", new RandomOpensmConf(SEED + i).file());
            OpensmOption option = pick(new Random(SEED + i));
            String value = option.byDefault().orElseThrow();
            if (conf.with(option.key(), value) instanceof Edit.Done<OpensmConf> done) {
                OpensmConf edited = done.document();
                assertThat(edited.last(option.key()).orElseThrow().value()).isEqualTo(value);
                List<String> before = conf.text().lines().toList();
                List<String> after = edited.text().lines().toList();
                long changed = IntStream.range(0, before.size())
                        .filter(l -> !before.get(l).equals(after.get(l)))
                        .count();
                assertThat(changed + after.size() - before.size())
                        .as("seed %d", SEED + i)
                        .isBetween(0L, 1L);
                assertThat(edited.with(option.key(), value)).isInstanceOf(Edit.Done.class);
            }
        }
    }

    @Test
    void aRemovedKeyHasItsDefault() {
        for (int i = 0; i < 500; i++) {
            OpensmConf conf = OpensmConf.parse("f", new RandomOpensmConf(SEED + i).file());
            OpensmOption option = OpensmOptions.find("sm_priority").orElseThrow();
            if (conf.without(option.key()) instanceof Edit.Done<OpensmConf> done) {
                OpensmConf edited = done.document();
                assertThat(option.reads(edited).value()).as("seed %d", SEED + i).isEqualTo(option.byDefault());
                OptionChanges changes = OptionChanges.between(conf, edited);
                assertThat(changes.changes().stream().map(c -> c.option().key()))
                        .as("seed %d", SEED + i)
                        .allMatch(option.key()::equals);
            }
        }
    }

    private static OpensmOption pick(Random random) {
        List<OpensmOption> texts = OpensmOptions.known().stream()
                .filter(o -> !o.isForkOnly() && !o.type().isPerServiceLevel())
                .toList();
        return texts.get(random.nextInt(texts.size()));
    }
}
