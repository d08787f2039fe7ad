package dev.ibplay.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibplay.cli.CommandLineRun;
import dev.ibplay.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages hang together, and name the keys and exit codes that there are. */
class PagesTest {
    private static final Path RESOURCES = Page.ROOT.resolve("resources");
    private static final String KEY = "key";

    private final JsonNode play = schemaOfPlays();

    private static JsonNode schemaOfPlays() {
        try {
            return new ObjectMapper()
                    .readTree(CommandLineRun.of("schema").stdout())
                    .path("items");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void linksLeadSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Page page : Page.all()) {
            for (String link : page.links()) {
                if (!link.contains("://") && !leadsSomewhere(page.path(), link)) {
                    dead.add(page.path() + ": " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    private static boolean leadsSomewhere(Path from, String link) {
        String[] parts = link.split("#", 2);
        Path target = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return parts.length == 1 || Page.of(target).anchors().contains(parts[1]);
    }

    @Test
    void theIndexLeadsToEveryPage() throws IOException {
        Path index = Page.ROOT.resolve("index.md");
        Set<Path> linked = Page.of(index).links().stream()
                .map(link -> index.resolveSibling(link).normalize())
                .collect(Collectors.toSet());
        Page.all().stream()
                .map(Page::path)
                .filter(path -> !path.equals(index) && !path.equals(Page.README))
                .forEach(path -> assertThat(linked).contains(path));
        assertThat(Page.of(Page.README).links()).contains("docs/index.md");
    }

    @Test
    void eachResourceHasAPageWithItsKeys() throws IOException {
        JsonNode resources = play.path("properties").path("state").path("properties");
        Set<String> names = new TreeSet<>();
        resources.properties().forEach(resource -> names.add(resource.getKey()));
        try (Stream<Path> pages = Files.list(RESOURCES)) {
            assertThat(pages.map(page -> page.getFileName().toString().replace(".md", "")))
                    .containsExactlyInAnyOrderElementsOf(names);
        }
        for (String name : names) {
            Page page = Page.of(RESOURCES.resolve(name + ".md"));
            assertThat(new TreeSet<>(page.firstColumn(KEY))).as(name).isEqualTo(keys(resources.path(name)));
        }
    }

    @Test
    void playsHaveTheirKeysOnTheirPage() {
        Set<String> keys = new TreeSet<>();
        play.path("properties").properties().forEach(field -> {
            keys.add(field.getKey());
            if (!field.getKey().equals("state")) {
                keys.addAll(keys(field.getValue()));
            }
        });
        assertThat(new TreeSet<>(Page.of(Page.ROOT.resolve("playbook.md")).firstColumn(KEY)))
                .isEqualTo(keys);
    }

    @Test
    void allExitCodesAreExplained() {
        List<String> codes =
                Stream.of(ExitCode.values()).map(code -> "" + code.number()).toList();
        assertThat(Page.of(Page.ROOT.resolve("exit-codes.md")).firstColumn("exit"))
                .containsExactlyInAnyOrderElementsOf(codes);
    }

    /** All names of properties below, in all alternatives, but for OpenSM's own options, which have another table. */
    private static Set<String> keys(JsonNode schema) {
        Set<String> keys = new TreeSet<>();
        for (Map.Entry<String, JsonNode> part : schema.properties()) {
            if (!part.getKey().equals("properties")) {
                keys.addAll(keys(part.getValue()));
                continue;
            }
            for (Map.Entry<String, JsonNode> property : part.getValue().properties()) {
                keys.add(property.getKey());
                if (!property.getKey().equals("options")) {
                    keys.addAll(keys(property.getValue()));
                }
            }
        }
        if (schema.isArray()) {
            schema.forEach(element -> keys.addAll(keys(element)));
        }
        return keys;
    }
}
