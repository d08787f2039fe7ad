package dev.ibplay.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.Outcome;
import dev.ibplay.ib.Lid;
import dev.ibplay.ib.MadField;
import dev.ibplay.ib.MadWriter;
import dev.ibplay.ib.Mtu;
import dev.ibplay.ib.PKey;
import dev.ibplay.ib.SmState;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpectationTest {
    private static final int DISCOVERING = 1;
    private static final int STANDBY = 2;
    private static final int MASTER = 3;
    private static final int INITIALIZE = 2;
    private static final int ACTIVE = 4;
    private static final Outcome SILENCE = new Outcome.NoAnswer();

    private static Outcome smInfo(int priority, int state, long activity) {
        byte[] data = new byte[64];
        MadWriter.put(data, MadField.SM_PRIORITY, priority);
        MadWriter.put(data, MadField.SM_STATE, state);
        MadWriter.put(data, MadField.SM_ACTIVITY_COUNT, activity);
        return new Outcome.AttributeRead(Bytes.of(data));
    }

    private static Outcome portInfo(int state, int smLid) {
        byte[] data = new byte[64];
        MadWriter.put(data, MadField.PORT_STATE, state);
        MadWriter.put(data, MadField.PORT_SM_LID, smLid);
        return new Outcome.AttributeRead(Bytes.of(data));
    }

    private static Outcome group(int mtuCode) {
        byte[] data = new byte[52];
        MadWriter.put(data, MadField.MCMEMBER_MTU, mtuCode);
        MadWriter.put(data, MadField.MCMEMBER_PKEY, 0xffff);
        return new Outcome.RecordsRead(List.of(Bytes.of(data)));
    }

    @Test
    void subnetManagerIs() {
        var expected = new Expectation.SubnetManagerIs(Optional.of(SmState.MASTER), Optional.of(10));

        assertThat(expected.complaint(smInfo(10, MASTER, 1))).isEmpty();
        assertThat(expected.complaint(smInfo(9, MASTER, 1))).contains("its priority is 9");
        assertThat(expected.complaint(smInfo(10, STANDBY, 1))).contains("its state is STANDBY");
        assertThat(expected.complaint(SILENCE)).contains("it does not answer");
        assertThat(new Expectation.SubnetManagerIs(Optional.empty(), Optional.empty())
                        .complaint(smInfo(3, DISCOVERING, 1)))
                .isEmpty();
    }

    @Test
    void onlyAMasterMustBeActive() {
        assertThat(new Expectation.SubnetManagerIs(Optional.of(SmState.MASTER), Optional.empty())
                        .activity(smInfo(1, MASTER, 77)))
                .hasValue(77);
        assertThat(new Expectation.SubnetManagerIs(Optional.of(SmState.STANDBY), Optional.empty())
                        .activity(smInfo(1, STANDBY, 77)))
                .isEmpty();
        assertThat(new Expectation.SubnetManagerIs(Optional.of(SmState.MASTER), Optional.empty()).activity(SILENCE))
                .isEmpty();
    }

    @Test
    void smLidIs() {
        var expected = new Expectation.SmLidIs(new Lid(11));

        assertThat(expected.complaint(portInfo(ACTIVE, 11))).isEmpty();
        assertThat(expected.complaint(portInfo(ACTIVE, 12))).contains("its SMLid is 12");
        assertThat(expected.complaint(portInfo(INITIALIZE, 12))).isEmpty();
        assertThat(expected.complaint(SILENCE)).contains("it does not answer");
    }

    @Test
    void groupMtuIs() {
        var expected = new Expectation.GroupMtuIs(Mtu.MTU_4096);

        assertThat(expected.complaint(group(5))).isEmpty();
        assertThat(expected.complaint(group(4))).contains("its MTU is 2048");
        assertThat(expected.complaint(group(9))).contains("its MTU is not defined");
        assertThat(expected.complaint(new Outcome.RecordsRead(List.of(Bytes.EMPTY))))
                .contains("there is no such group");
        assertThat(expected.complaint(new Outcome.ErrorStatus(0x0300))).contains("there is no such group");
    }

    @Test
    void hasPKey() {
        byte[] data = new byte[64];
        data[2] = (byte) 0x80;
        data[3] = 5;
        Outcome table = new Outcome.AttributeRead(Bytes.of(data));

        assertThat(new Expectation.HasPKey(new PKey(0x8005), true).complaint(table))
                .isEmpty();
        assertThat(new Expectation.HasPKey(new PKey(0x0005), true).complaint(table))
                .contains("it lacks 0x0005");
        assertThat(new Expectation.HasPKey(new PKey(0x8005), false).complaint(table))
                .contains("it has 0x8005");
        assertThat(new Expectation.HasPKey(new PKey(0x8005), false).complaint(SILENCE))
                .contains("it does not answer");
    }

    @Test
    void textIs() {
        assertThat(new Expectation.ValueIs("4092").complaint(Answers.file("4092\n")))
                .isEmpty();
        assertThat(new Expectation.ValueIs("4092").complaint(Answers.file("2044\n")))
                .contains("it is 2044");
        assertThat(new Expectation.ValueIs("4092").complaint(new Outcome.FileAbsent()))
                .contains("it is absent");
        assertThat(new Expectation.ValueIs("4092").complaint(new Outcome.OperationFailed("EIO", "input/output error")))
                .contains("it is unreadable");
    }
}
