package dev.ibplay.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class McMemberQueryTest {
    @Test
    void withoutConditionsEverythingIsAskedFor() {
        assertThat(McMemberQuery.all().componentMask()).isZero();
        assertThat(McMemberQuery.all().record()).isEqualTo(new byte[52]);
    }

    @Test
    void eachConditionSetsItsBitAndItsPlace() {
        Gid mgid = Gid.ipoibBroadcast(PKey.DEFAULT);
        McMemberQuery query =
                McMemberQuery.all().withMgid(mgid).withMlid(new Lid(0xc000)).withPartition(PKey.DEFAULT);
        assertThat(query.componentMask()).isEqualTo(0x89);
        assertThat(McMemberRecord.decode(query.record()).orElseThrow().mgid()).isEqualTo(mgid);
        assertThat(McMemberRecord.decode(query.record()).orElseThrow().pkey()).isEqualTo(new PKey(0xffff));
        assertThat(MadField.MCMEMBER_MLID.in(query.record())).isEqualTo(0xc000);
        assertThat(McMemberQuery.all().withMlid(new Lid(0xc001)).componentMask())
                .isEqualTo(8);
    }
}
