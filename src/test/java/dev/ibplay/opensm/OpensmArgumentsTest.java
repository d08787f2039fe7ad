package dev.ibplay.opensm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpensmArgumentsTest {
    private static OpensmArguments of(String... arguments) {
        List<String> all = new ArrayList<>(List.of("/usr/sbin/opensm"));
        all.addAll(List.of(arguments));
        return new OpensmArguments(all);
    }

    @Test
    void allSpellingsOfAnOption() {
        assertThat(of("-p", "7").priority()).contains("7");
        assertThat(of("-p7").priority()).contains("7");
        assertThat(of("--priority", "7").priority()).contains("7");
        assertThat(of("--priority=7").priority()).contains("7");
        assertThat(of("--prio=7").priority()).contains("7");
        assertThat(of("--prior", "7").priority()).contains("7");
    }

    @Test
    void theLastOneCounts() {
        assertThat(of("-p", "7", "--priority=3").priority()).contains("3");
    }

    @Test
    void othersAreNotTaken() {
        assertThat(of("-P", "/srv/parts.conf").priority()).isEmpty();
        assertThat(of("-P", "/srv/parts.conf").partitionConfig()).contains("/srv/parts.conf");
        assertThat(of("--Pconfig", "/srv/parts.conf").partitionConfig()).contains("/srv/parts.conf");
        assertThat(of("--config=/srv/sm.conf").config()).contains("/srv/sm.conf");
        assertThat(of("-F/srv/sm.conf").config()).contains("/srv/sm.conf");
        assertThat(of("-g", "0x11").guid()).contains("0x11");
        assertThat(of("-B").priority()).isEmpty();
    }

    @Test
    void valuesOfOtherOptionsAreNoOptions() {
        assertThat(of("-f", "-p", "5").priority()).as("-f takes -p as its file").isEmpty();
        assertThat(of("-f", "log", "-p", "5").priority()).contains("5");
    }

    @Test
    void lettersBehindOneDash() {
        assertThat(of("-Bp7").priority()).contains("7");
        assertThat(of("-Bp", "7").priority()).contains("7");
        assertThat(of("-fp7").priority()).as("the file is p7").isEmpty();
    }

    @Test
    void anOptionWithoutItsValue() {
        assertThat(of("-p").priority()).isEmpty();
        assertThat(new OpensmArguments(List.of()).priority()).isEmpty();
    }
}
