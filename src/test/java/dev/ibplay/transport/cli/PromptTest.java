package dev.ibplay.transport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromptTest {
    @Test
    void modesAndTagsAreRead() {
        assertThat(Prompt.find("sw1 [standalone: master] >"))
                .contains(new Prompt("sw1", "standalone: master", "", false));
        assertThat(Prompt.find("sw1 [mgmt-ha-active] (config) #"))
                .contains(new Prompt("sw1", "mgmt-ha-active", "config", true));
        assertThat(Prompt.find("sw1 #")).contains(new Prompt("sw1", "", "", true));
    }

    @Test
    void otherLinesAreNone() {
        assertThat(Prompt.find("100.0% [####")).isEmpty();
        assertThat(Prompt.find("Last login by # admin")).isEmpty();
        assertThat(Prompt.find("#")).isEmpty();
        assertThat(Prompt.isDegraded("CLI >")).isTrue();
        assertThat(Prompt.isDegraded("CLI [standalone: master] >")).isFalse();
    }

    @Test
    void echoesAreToldFromOutput() {
        assertThat(Prompt.isEcho("sw1 [standalone: master] # show ib sm", "show ib sm"))
                .isTrue();
        assertThat(Prompt.isEcho("show ib sm", "show ib sm")).isTrue();
        assertThat(Prompt.isEcho("see also: show ib sm", "show ib sm")).isFalse();
    }
}
