package dev.ibplay.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A run's page as a browser shows it. The page gets two scripts more: one counts errors and what is refused, the other measures
 * once all is loaded, and notes it as attributes of the document.
 */
@Tag("long")
class RunPageInBrowserTest {
    private static final String WATCH = """
            <head><script>
            var wrong = [];
            window.addEventListener('error', function (e) { wrong.push(String(e.message || e.target)); }, true);
            document.addEventListener('securitypolicyviolation', function (e) { wrong.push(e.violatedDirective); });
            </script>""";

    private static final String MEASURE = """
            <script>
            window.addEventListener('load', function () {
              var root = document.documentElement, field = document.querySelector('.filter input');
              var visible = function () { return document.querySelectorAll('.h:not([hidden])').length; };
              root.dataset.all = visible();
              field.value = 'NODE0007';
              field.dispatchEvent(new Event('input'));
              root.dataset.filtered = visible();
              field.value = '';
              field.dispatchEvent(new Event('input'));
              location.hash = '#h-node0001';
              document.querySelectorAll('details').forEach(function (d) { d.open = true; });
              root.dataset.over = root.scrollWidth - root.clientWidth;
              root.dataset.loaded = performance.getEntriesByType('resource').length;
              root.dataset.took = Math.round(performance.now());
              root.dataset.wrong = wrong.join('; ');
            });
            </script></body>""";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static String measured(String dom, String name) {
        Matcher matcher =
                Pattern.compile("<html[^>]* data-" + name + "=\"([^\"]*)\"").matcher(dom);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1);
    }

    private Path page(String text) throws IOException {
        return Files.writeString(folder.resolve("page.html"), text);
    }

    private static String text(int hosts) {
        return RunPage.of(ManyHosts.run(hosts), ZoneOffset.UTC);
    }

    @ParameterizedTest(name = "{0} hosts, {1} pixels wide")
    @CsvSource({"10, 1280", "10, 500", "1000, 1280", "1000, 500"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void allIsThereAndFits(int hosts, int width) throws Exception {
        var browser = new Browser(folder);
        String dom = browser.dom(page(text(hosts).replace("<head>", WATCH).replace("</body>", MEASURE)), width, 900);

        assertThat(measured(dom, "wrong")).isEmpty();
        assertThat(measured(dom, "loaded")).isEqualTo("0");
        assertThat(measured(dom, "all")).isEqualTo(Integer.toString(hosts));
        assertThat(measured(dom, "filtered")).isEqualTo("1");
        assertThat(Integer.parseInt(measured(dom, "over")))
                .as("pixels wider than the window")
                .isNotPositive();
        assertThat(Long.parseLong(measured(dom, "took")))
                .as("ms until all is shown")
                .isLessThan(20_000);
        for (int i = 1; i <= hosts; i++) {
            assertThat(dom).contains("id=\"h-" + ManyHosts.name(i) + "\"");
        }
        System.out.println(hosts + " hosts, " + width + " pixels: " + measured(dom, "took") + " ms");
    }

    @ParameterizedTest
    @CsvSource({"10", "1000"})
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void itIsPainted(int hosts) throws Exception {
        BufferedImage picture = new Browser(folder).picture(page(text(hosts)), 1280, 1800);

        // Text, boxes and the colours of states; an empty page has one colour.
        assertThat(IntStream.range(0, picture.getHeight())
                        .flatMap(y -> IntStream.range(0, picture.getWidth()).map(x -> picture.getRGB(x, y)))
                        .distinct()
                        .count())
                .isGreaterThan(50);
    }
}
