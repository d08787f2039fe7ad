package dev.ibplay.facts.linux;

import dev.ibplay.facts.FileObserved;
import dev.ibplay.facts.IpoibLink;
import dev.ibplay.facts.LinksObserved;
import dev.ibplay.netstack.Keyfile;
import dev.ibplay.text.Parsed;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Names of P_Key children that files may make on the interfaces of a host; what a file really makes, its stack must tell. */
final class ConfiguredChildren {
    private static final String IFCFG = "ifcfg-";
    private static final int DIGITS = 4;

    private ConfiguredChildren() {}

    /** Names like ib0.8001 for each interface that is no child itself, in texts and in names of files. */
    static Set<String> names(LinksObserved links, Collection<FileObserved> files) {
        List<String> parents = links.ipoib().stream()
                .filter(link -> link.parent().isEmpty())
                .map(IpoibLink::name)
                .toList();
        Set<String> names = new TreeSet<>();
        for (FileObserved file : files) {
            file.content().ifKnown().ifPresent(content -> names(parents, file.path(), content.lossyText(), names));
        }
        return names;
    }

    private static void names(List<String> parents, String path, String text, Set<String> names) {
        String fileName = path.substring(path.lastIndexOf('/') + 1);
        parents.forEach(parent -> {
            children(parent, text, names);
            children(parent, fileName.startsWith(IFCFG) ? fileName.substring(IFCFG.length()) : fileName, names);
        });
        boolean mayBeProfile = text.contains("infiniband"); // the section that makes one
        if (mayBeProfile && Keyfile.parse(path, text) instanceof Parsed.Document<Keyfile> keyfile) {
            keyfile.document()
                    .childName()
                    .filter(name -> parents.stream().anyMatch(parent -> name.startsWith(parent + ".")))
                    .ifPresent(names::add);
        }
    }

    /** What of a text is the parent's name, a dot and four hexadecimal digits, not within another word. */
    private static void children(String parent, String text, Set<String> names) {
        String prefix = parent + ".";
        for (int at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
            int end = at + prefix.length() + DIGITS;
            boolean isWord = (at == 0 || !isOfName(text.charAt(at - 1)))
                    && end <= text.length()
                    && (end == text.length() || !isOfWord(text.charAt(end)));
            if (isWord && text.substring(end - DIGITS, end).chars().allMatch(HexFormat::isHexDigit)) {
                names.add(text.substring(at, end));
            }
        }
    }

    private static boolean isOfName(char c) {
        return isOfWord(c) || c == '.' || c == '-';
    }

    private static boolean isOfWord(char c) {
        return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }
}
