package dev.ibplay.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeedsConditionTest {
    private static final Machine BARE = new FakeMachine(false, Set.of(), Optional.of("docker is not installed"));
    private static final Machine FULL = new FakeMachine(true, Set.of("sshd", "sudo"), Optional.empty());

    private record FakeMachine(boolean isRoot, Set<String> programs, Optional<String> withoutFabric)
            implements Machine {
        @Override
        public boolean hasProgram(String name) {
            return programs.contains(name);
        }
    }

    @NeedsDocker
    @NeedsRoot
    @Needs(programs = {"sshd", "sudo"})
    private static final class Everything {}

    private static final class Nothing {}

    @Test
    void namesAllThatIsMissing() {
        assertThat(NeedsCondition.missing(Everything.class, BARE))
                .containsExactlyInAnyOrder(
                        "root",
                        "the program sshd",
                        "the program sudo",
                        "the container fabric (docker is not installed)");
    }

    @Test
    void isContentWhereEverythingIsThere() {
        assertThat(NeedsCondition.missing(Everything.class, FULL)).isEmpty();
        assertThat(NeedsCondition.missing(Nothing.class, BARE)).isEmpty();
    }

    @Test
    void thisMachineHasAShellButNotEveryProgram() {
        Machine machine = new LocalMachine();
        assertThat(machine.hasProgram("sh")).isTrue();
        assertThat(machine.hasProgram("no-such-program")).isFalse();
    }
}
