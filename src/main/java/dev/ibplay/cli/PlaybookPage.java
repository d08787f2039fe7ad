package dev.ibplay.cli;

import dev.ibplay.playbook.PlaybookReference;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Stream;

/** The manual page about playbooks, in section 5: their keys from the parser's own table, and the sample. */
final class PlaybookPage {
    /** Not playbook alone: others have playbooks, too. */
    static final String NAME = "ibplay-playbook";

    static final int SECTION = 5;

    private static final String SAMPLE = "site.yml";

    private PlaybookPage() {}

    /** @param date of the program, as for {@link ManPage} */
    static String text(String date) throws IOException {
        var page = new Roff();
        page.title(NAME, SECTION, date, Version.number());
        page.section("NAME");
        page.text(NAME + " - what ibplay is to bring about");
        page.section("DESCRIPTION");
        page.text(
                "A playbook is a YAML file with a list of plays. A play says which hosts it is about, and under state what is"
                        + " to hold there; what state does not name is left alone. A key that does not exist is an error.");
        page.text(
                "Wherever a single value stands, a template may stand instead: {{ name }} is filled in from the inventory,"
                        + " vars, vars_files and -e.");
        page.text(
                "ibplay lint tells all mistakes of a playbook at once, without a host; ibplay schema prints this table as"
                        + " JSON Schema, for editors.");
        PlaybookReference.sections().forEach(section -> addKeys(page, section));
        page.section("EXAMPLE");
        page.verbatim(sample().lines().toList());
        page.section("SEE ALSO");
        page.references(Stream.of("ibplay", "ibplay-apply", "ibplay-check", "ibplay-lint", "ibplay-schema")
                .map(Roff.Reference::command)
                .toList());
        return page.toString();
    }

    private static void addKeys(Roff page, PlaybookReference.Section section) {
        String owners = section.owners().isEmpty() ? "a play" : String.join(" and ", section.owners());
        page.section(("Keys of " + owners).toUpperCase(Locale.ROOT));
        for (PlaybookReference.Row row : section.rows()) {
            page.item(
                    row.name() + (row.required() ? " (required)" : ""),
                    row.help()
                            + row.values()
                                    .map(values -> " Values: " + values + ".")
                                    .orElse(""));
        }
    }

    private static String sample() throws IOException {
        try (InputStream in = PlaybookPage.class.getResourceAsStream(SAMPLE)) {
            if (in == null) {
                throw new IOException("no " + SAMPLE + " in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
