package dev.ibplay.facts.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.exec.Bytes;
import dev.ibplay.exec.CommandEnd;
import dev.ibplay.exec.Outcome;
import org.junit.jupiter.api.Test;

class SystemdUnitsTest {
    private static Outcome printed(String text) {
        return new Outcome.CommandEnded(new CommandEnd.Exited(0), Bytes.ofUtf8(text), Bytes.EMPTY);
    }

    @Test
    void oneBlockForEachUnit() {
        assertThat(SystemdUnits.parse(printed("""
                        MainPID=812
                        Id=opensm.service
                        LoadState=loaded
                        ActiveState=active
                        UnitFileState=enabled

                        MainPID=0
                        Id=opensmd.service
                        LoadState=not-found
                        ActiveState=inactive
                        """)))
                .containsExactly(
                        new SystemdUnits.Unit("opensm.service", 812, true, true, true),
                        new SystemdUnits.Unit("opensmd.service", 0, false, false, false));
    }

    @Test
    void noSystemd() {
        assertThat(SystemdUnits.parse(new Outcome.OperationFailed("ENOENT", "no such program")))
                .isEmpty();
        assertThat(SystemdUnits.parse(
                        printed("System has not been booted with systemd as init system (PID 1). Can't operate.\n")))
                .isEmpty();
    }

    @Test
    void oddContent() {
        assertThat(SystemdUnits.parse(printed(""))).isEmpty();
        assertThat(SystemdUnits.parse(printed("Id=opensm.service\nMainPID=[not set]\nDescription=a=b\n")))
                .containsExactly(new SystemdUnits.Unit("opensm.service", 0, false, false, false));
        assertThat(SystemdUnits.parse(printed("MainPID=5\n\n \nId=\n"))).isEmpty();
    }
}
