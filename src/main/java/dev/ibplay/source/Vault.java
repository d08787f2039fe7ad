package dev.ibplay.source;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Problems;
import dev.ibplay.diag.Span;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.vault.VaultCipher;
import dev.ibplay.source.vault.VaultEnvelope;
import dev.ibplay.source.vault.VaultPassword;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What Ansible Vault has encrypted, and the passwords of this run. Remembers every text that it has decrypted, so that none of
 * them is shown. Safe for use by several threads.
 */
public final class Vault {
    /** Knows no password. */
    public static final Vault NONE = new Vault(List.of());

    /**
     * Shorter texts, numbers under six digits and booleans are in all output, secret or not: hidden they would make it
     * unreadable, and tell where they stand. Passwords of hosts are hidden whatever they are ({@code HostConnector.secrets}).
     */
    private static final int SHORTEST_HIDDEN = 4;

    private static final int SHORTEST_HIDDEN_LINE = 8;
    private static final Pattern SMALL_NUMBER = Pattern.compile("[-+]?[0-9]{1,5}([.][0-9]+)?");
    private static final String HOW_TO_GIVE =
            "give it with --vault-password-file FILE, --vault-id LABEL@FILE or --ask-vault-pass";

    private final List<VaultPassword> passwords;
    private final VaultCipher cipher = new VaultCipher();
    private final Map<String, String> decrypted = new ConcurrentHashMap<>();
    private final Set<Secret> hidden = ConcurrentHashMap.newKeySet();
    private final Set<String> encryptedFiles = ConcurrentHashMap.newKeySet();

    /** A vault whose passwords are tried in this order, those with the label that a text names before the others. */
    public Vault(List<VaultPassword> passwords) {
        this.passwords = List.copyOf(passwords);
    }

    /** A file's text: decrypted if it is encrypted as a whole; nothing when that cannot be done. */
    public Optional<SourceText> open(SourceText source, Problems problems) {
        if (!VaultEnvelope.isEncrypted(source.text())) {
            return Optional.of(source);
        }
        Optional<String> text = decrypt(source.text(), "this file", Span.startOf(source.name()), problems);
        text.ifPresent(ignored -> encryptedFiles.add(source.name()));
        return text.map(plain -> new SourceText(source.name(), plain));
    }

    /** The text of a value; nothing when it cannot be decrypted, then {@code problems} says why. */
    Optional<Node.Scalar> open(Node.Vaulted value, Problems problems) {
        Optional<String> text = decrypt(value.envelope(), "this value", value.span(), problems);
        text.ifPresent(this::hide);
        return text.map(plain -> Node.Scalar.quoted(plain, value.span()));
    }

    /** Whether a value was written into a file that is encrypted as a whole. */
    public boolean isFromEncryptedFile(Span span) {
        return encryptedFiles.contains(span.file());
    }

    /** Takes the values of a variable for secrets if they come from a file that is encrypted as a whole. */
    public void keepSecret(Node variable) {
        if (encryptedFiles.isEmpty()) {
            return;
        }
        switch (variable) {
            case Node.Scalar scalar -> {
                if (isFromEncryptedFile(scalar.span())) {
                    hide(scalar.text());
                }
            }
            case Node.Sequence list -> list.items().forEach(this::keepSecret);
            case Node.Mapping mapping -> mapping.entries().forEach(entry -> keepSecret(entry.value()));
            case Node.Vaulted ignored -> {
                // Hidden when it is decrypted.
            }
        }
    }

    /** The texts that must not be shown, of what was decrypted so far; grows with what is decrypted later. */
    public Set<Secret> secrets() {
        return Collections.unmodifiableSet(hidden);
    }

    private void hide(String text) {
        String bare = text.strip();
        if (bare.length() >= SHORTEST_HIDDEN
                && !SMALL_NUMBER.matcher(bare).matches()
                && ScalarTypes.bool(bare).isEmpty()
                && !ScalarTypes.isNull(bare)
                && hidden.add(Secret.of(bare))
                && bare.contains("\n")) {
            // A key of many lines may be shown with something before each of them.
            bare.lines()
                    .map(String::strip)
                    .filter(line -> line.length() >= SHORTEST_HIDDEN_LINE)
                    .map(Secret::of)
                    .forEach(hidden::add);
        }
    }

    private Optional<String> decrypt(String envelope, String what, Span span, Problems problems) {
        String known = decrypted.get(envelope);
        if (known != null) {
            return Optional.of(known);
        }
        return switch (VaultEnvelope.parse(envelope)) {
            case VaultEnvelope.Parsed.Unusable unusable -> {
                problems.error(Code.INVENTORY_VAULT, span, what + " " + unusable.reason(), unusable.hint());
                yield Optional.empty();
            }
            case VaultEnvelope.Parsed.Sound sound -> {
                Optional<String> text = decrypt(sound.envelope(), what, span, problems);
                text.ifPresent(plain -> decrypted.put(envelope, plain));
                yield text;
            }
        };
    }

    private Optional<String> decrypt(VaultEnvelope envelope, String what, Span span, Problems problems) {
        String labelled =
                envelope.label().map(label -> " (vault id \"" + label + "\")").orElse("");
        if (passwords.isEmpty()) {
            problems.error(
                    Code.INVENTORY_VAULT,
                    span,
                    what + " is encrypted with Ansible Vault" + labelled + ", and no password was given",
                    HOW_TO_GIVE);
            return Optional.empty();
        }
        for (VaultPassword password : inOrder(envelope.label())) {
            switch (cipher.open(envelope, password)) {
                case VaultCipher.Opened.Text text -> {
                    return Optional.of(text.text());
                }
                case VaultCipher.Opened.NoText none -> {
                    problems.error(
                            Code.INVENTORY_VAULT,
                            span,
                            what + " cannot be decrypted: " + none.reason(),
                            "encrypt it anew");
                    return Optional.empty();
                }
                case VaultCipher.Opened.WrongPassword ignored -> {
                    // The next one may fit.
                }
            }
        }
        Set<String> origins = new HashSet<>();
        passwords.forEach(password -> origins.add(password.origin()));
        problems.error(
                Code.INVENTORY_VAULT,
                span,
                "no password opens %s%s; tried: %s"
                        .formatted(what, labelled, origins.stream().sorted().collect(Collectors.joining(", "))),
                "it is encrypted with another password, or was damaged; " + HOW_TO_GIVE);
        return Optional.empty();
    }

    /** As Ansible (VaultLib.decrypt_and_get_vault_id): those with the text's label first, then all others. */
    private List<VaultPassword> inOrder(Optional<String> label) {
        List<VaultPassword> order = new ArrayList<>();
        passwords.stream().filter(p -> label.equals(Optional.of(p.label()))).forEach(order::add);
        passwords.stream().filter(p -> !label.equals(Optional.of(p.label()))).forEach(order::add);
        return order;
    }
}
