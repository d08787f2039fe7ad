package dev.ibplay.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.diag.Diagnostic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class OpenFilesTest {
    @Test
    void limitIsTheSoftOne() {
        assertThat(OpenFiles.limit(List.of(
                        "Limit                     Soft Limit           Hard Limit           Units     ",
                        "Max processes             95321                95321                processes ",
                        "Max open files            1024                 524288               files     ")))
                .contains(1024L);
    }

    @Test
    void withoutLimitThereIsNone() {
        assertThat(OpenFiles.limit(
                        List.of("Max open files            unlimited            unlimited            files")))
                .isEmpty();
        assertThat(OpenFiles.limit(List.of())).isEmpty();
    }

    @Test
    void runThatFitsHasNoObjection() {
        assertThat(new OpenFiles(1024, 60).objection(900)).isEmpty();
    }

    @Test
    void runThatDoesNotFitIsToldWhatItNeeds() {
        Diagnostic objection = new OpenFiles(1024, 60).objection(901).orElseThrow();
        assertThat(objection.message()).contains("1025 descriptors", "1024", "ulimit -n");
        assertThat(objection.hint().orElseThrow()).contains("ulimit -Hn 1025");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessTellsItsOwn() {
        assertThat(OpenFiles.ofThisProcess().orElseThrow())
                .satisfies(files -> assertThat(files.open()).isBetween(3L, files.limit()));
    }
}
