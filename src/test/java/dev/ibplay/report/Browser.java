package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibplay.Missing;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;

/** A headless Chromium with a profile of its own and a proxy that leads nowhere. */
final class Browser {
    private static final long SECONDS = 120;

    private final Path folder;
    private final String program;

    /** Ends the test where there is none. */
    Browser(Path folder) {
        this.folder = folder;
        Optional<String> found = Stream.of("chromium", "chromium-browser", "google-chrome")
                .filter(Browser::isThere)
                .findFirst();
        Missing.unless(found.isPresent(), "chromium");
        this.program = found.orElseThrow();
    }

    private static boolean isThere(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path).resolve(program)));
    }

    /** The document as it is once the page has loaded and its scripts have run. */
    String dom(Path page, int width, int height) throws IOException, InterruptedException {
        Path out = folder.resolve("dom.html");
        run(out, page, width, height, "--dump-dom");
        return Files.readString(out);
    }

    /** What the window shows. */
    BufferedImage picture(Path page, int width, int height) throws IOException, InterruptedException {
        Path picture = folder.resolve("page.png");
        Files.deleteIfExists(picture);
        run(folder.resolve("said"), page, width, height, "--screenshot=" + picture);
        return ImageIO.read(picture.toFile());
    }

    private void run(Path out, Path page, int width, int height, String what) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                program,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--hide-scrollbars",
                "--user-data-dir=" + folder.resolve("profile"),
                "--proxy-server=127.0.0.1:9",
                "--window-size=" + width + "," + height,
                what,
                page.toUri().toString()));
        Path said = folder.resolve("stderr");
        Process process = new ProcessBuilder(words)
                .redirectOutput(out.toFile())
                .redirectError(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS))
                    .as("ended in time")
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(said)).isZero();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
