package dev.ibplay.facts.linux;

import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.text.Parsed;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of P_Key children that files may make on the interfaces of a host; what a file really makes, its stack must tell. */
final class ConfiguredChildren {
    private ConfiguredChildren() {}

    /** Names like ib0.8001 for each interface that is no child itself, in texts and in names of files. */
    static Set<String> names(LinksObserved links, Collection<FileObserved> files) {
        Set<String> names = new TreeSet<>();
        for (IpoibLink link : links.ipoib()) {
            if (link.parent().isEmpty()) {
                Pattern child =
                        Pattern.compile("(?<![\\w.-])" + Pattern.quote(link.name()) + "\\.[0-9a-fA-F]{4}(?![\\w])");
                files.forEach(file -> file.content().ifKnown().ifPresent(content -> {
                    String text = content.lossyText();
                    all(child, text, names);
                    all(child, file.path().replaceFirst("^.*/(?:ifcfg-)?", ""), names);
                    if (Keyfile.parse(file.path(), text) instanceof Parsed.Document<Keyfile> keyfile) {
                        keyfile.document()
                                .childName()
                                .filter(name -> name.startsWith(link.name() + "."))
                                .ifPresent(names::add);
                    }
                }));
            }
        }
        return names;
    }

    private static void all(Pattern pattern, String text, Set<String> names) {
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group());
        }
    }
}
