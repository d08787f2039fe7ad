package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MadFieldTest {
    @Test
    void fieldsLieWithinTheirAttributeAndApart() {
        for (Attribute attribute : Attribute.values()) {
            BitSet taken = new BitSet();
            List<String> names = new ArrayList<>();
            for (MadField field : MadField.of(attribute)) {
                int end = field.bitOffset() + field.width();
                assertThat(end).as(field.name()).isLessThanOrEqualTo(attribute.bytes() * 8);
                assertThat(taken.get(field.bitOffset(), end).isEmpty())
                        .as(field.name())
                        .isTrue();
                taken.set(field.bitOffset(), end);
                names.add(field.printedName());
            }
            assertThat(names).doesNotHaveDuplicates();
        }
    }

    @Test
    void aFieldIsReadWhereItLies() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (MadField field : MadField.values()) {
            byte[] bytes = new byte[field.attribute().bytes()];
            long value = field.width() == 64 ? random.nextLong() : random.nextLong(1L << field.width());
            for (int i = 0; i < field.width(); i++) {
                if ((value >> (field.width() - 1 - i) & 1) != 0) {
                    bytes[(field.bitOffset() + i) / 8] |= (byte) (0x80 >> (field.bitOffset() + i) % 8);
                }
            }
            for (MadField other : MadField.of(field.attribute())) {
                assertThat(other.in(bytes)).as("%s, seed %d", other, seed).isEqualTo(other == field ? value : 0);
            }
        }
    }

    @Test
    void whatIsPutIsRead() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (MadField field : MadField.values()) {
            byte[] bytes = new byte[field.attribute().bytes()];
            random.nextBytes(bytes);
            byte[] before = bytes.clone();
            long value = field.width() == 64 ? random.nextLong() : random.nextLong(1L << field.width());
            field.put(bytes, value);
            assertThat(field.in(bytes)).as("%s, seed %d", field, seed).isEqualTo(value);
            field.put(bytes, field.in(before));
            assertThat(bytes).as("%s, seed %d", field, seed).isEqualTo(before);
        }
    }

    @Test
    void whatDoesNotFitIsRefused() {
        byte[] bytes = new byte[64];
        assertThatIllegalArgumentException().isThrownBy(() -> MadField.PORT_MTU_CAP.put(bytes, 16));
        assertThatIllegalArgumentException().isThrownBy(() -> MadField.PORT_LID.put(bytes, -1));
        assertThatIllegalArgumentException().isThrownBy(() -> MadField.PORT_LID.put(new byte[17], 1));
        assertThat(bytes).containsOnly(0);
    }
}
