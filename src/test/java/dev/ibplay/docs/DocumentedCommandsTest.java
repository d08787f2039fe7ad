package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Does what the pages tell the reader to do, page by page: writes the files that they show (a block that begins with the
 * comment {@code # NAME}), runs the commands of their console blocks, and compares exit codes and output.
 */
@Tag("long")
class DocumentedCommandsTest {
    private static final String CONSOLE = "console";

    /** To run one page, or those of a folder: a part of its path. */
    private static final String ONE_PAGE = "ibplay.docs.page";

    private static final Pattern FILE = Pattern.compile("# (\\S+\\.(?:yml|ini|conf|txt|sh)|\\S*hosts)");

    private static Path program = Path.of("ibplay");

    @BeforeAll
    static void install(@TempDir Path place) throws IOException, InterruptedException {
        program = InstalledProgram.in(place);
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    static Stream<Path> pagesWithCommands() throws IOException {
        String only = System.getProperty(ONE_PAGE, "");
        return Page.all().stream()
                .filter(page ->
                        page.blocks().stream().anyMatch(block -> block.word().equals(CONSOLE)))
                .map(Page::path)
                .filter(path -> path.toString().contains(only));
    }

    @ParameterizedTest
    @MethodSource("pagesWithCommands")
    void doesWhatThePageShows(Path path) throws IOException, InterruptedException {
        List<String> wrong = new ArrayList<>();
        try (ReaderShell shell = ReaderShell.in(folder, program)) {
            if (path.equals(Page.README)) {
                asInACheckout(shell.work());
            }
            for (FencedBlock block : Page.of(path).blocks()) {
                if (block.word().equals(CONSOLE)) {
                    for (ShownCommand command : ShownCommand.of(block)) {
                        difference(command, shell).ifPresent(wrong::add);
                    }
                } else {
                    write(block, shell.work());
                }
            }
        }
        assertThat(wrong).as(String.join("\n", wrong)).isEmpty();
    }

    private static void asInACheckout(Path work) throws IOException {
        Files.copy(program, work.resolve("ibplay"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String name : List.of("playbooks", "inventory")) {
            try (Stream<Path> below = Files.walk(Path.of(name))) {
                for (Path file : below.toList()) {
                    Files.copy(file, work.resolve(file.toString()));
                }
            }
        }
    }

    private static void write(FencedBlock block, Path work) throws IOException {
        Matcher name = FILE.matcher(block.lines().get(0));
        if (name.matches()) {
            Path file = work.resolve(name.group(1));
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, block.text());
        }
    }

    private static Optional<String> difference(ShownCommand shown, ReaderShell shell)
            throws IOException, InterruptedException {
        long began = System.nanoTime();
        ReaderShell.Came came = shell.run(shown.text());
        System.out.printf("%s %.1f s: %s%n", shown.place(), (System.nanoTime() - began) / 1e9, shown.text());
        if (came.exitCode() == shown.exitCode() && ShownOutput.matches(shown.output(), came.output(), shell.home())) {
            return Optional.empty();
        }
        return Optional.of("%s: $ %s%nexit code %d, shown is %d; output:%n%s%n-- shown is:%n%s%n"
                .formatted(
                        shown.place(),
                        shown.text(),
                        came.exitCode(),
                        shown.exitCode(),
                        String.join("\n", came.output()),
                        String.join("\n", shown.output())));
    }
}
