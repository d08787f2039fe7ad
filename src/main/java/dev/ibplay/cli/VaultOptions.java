package dev.ibplay.cli;

import dev.ibplay.diag.Code;
import dev.ibplay.diag.Diagnostic;
import dev.ibplay.diag.Location;
import dev.ibplay.diag.Problems;
import dev.ibplay.exec.Secret;
import dev.ibplay.source.DiskFiles;
import dev.ibplay.source.Vault;
import dev.ibplay.source.VaultPasswordFile;
import dev.ibplay.source.vault.VaultPassword;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Where the passwords of Ansible Vault come from, by Ansible's options and environment variables. */
final class VaultOptions {
    private static final String IDENTITIES = "ANSIBLE_VAULT_IDENTITY_LIST";
    private static final String PASSWORD_FILE = "ANSIBLE_VAULT_PASSWORD_FILE";

    @Option(
            names = {"--vault-password-file", "--vault-pass-file"},
            paramLabel = "FILE",
            description =
                    "File with a password of Ansible Vault, or an executable that prints it; several may be given.")
    private List<String> passwordFiles = List.of();

    @Option(
            names = "--vault-id",
            paramLabel = "LABEL@SOURCE",
            description =
                    "Password of a vault id; SOURCE is a file, an executable or \"prompt\". Several may be given.")
    private List<String> identities = List.of();

    @Option(
            names = {"-J", "--ask-vault-pass", "--ask-vault-password"},
            description = "Ask for the password of Ansible Vault.")
    private boolean ask;

    /** The vault with all passwords that were given; a source that gives none is an error. */
    Vault vault(Console console, Problems problems) {
        return vault(System.getenv(), console::askSecret, problems);
    }

    /**
     * The same, with what is around this process. Sources count in Ansible's order: the environment's identities, those of
     * the command line, password files, the environment's file, the question.
     *
     * @param prompt asks a person; nothing when there is no terminal
     */
    Vault vault(Map<String, String> environment, Function<String, Optional<Secret>> prompt, Problems problems) {
        List<VaultPassword> passwords = new ArrayList<>();
        Stream.concat(
                        Stream.of(environment.getOrDefault(IDENTITIES, "").split(",", -1))
                                .map(String::strip)
                                .filter(text -> !text.isEmpty()),
                        identities.stream())
                .forEach(identity -> password(identity, prompt, problems).ifPresent(passwords::add));
        Stream.concat(
                        passwordFiles.stream(),
                        Stream.of(environment.getOrDefault(PASSWORD_FILE, "")).filter(file -> !file.isEmpty()))
                .distinct()
                .forEach(file -> file(VaultPassword.DEFAULT, file, problems).ifPresent(passwords::add));
        if (ask) {
            asked(VaultPassword.DEFAULT, "Vault password", prompt, problems).ifPresent(passwords::add);
        }
        return new Vault(passwords);
    }

    private static Optional<VaultPassword> password(
            String identity, Function<String, Optional<Secret>> prompt, Problems problems) {
        int at = identity.indexOf('@');
        String named = at <= 0 ? VaultPassword.DEFAULT : identity.substring(0, at);
        String source = identity.substring(at + 1);
        return source.equals("prompt") || source.equals("prompt_ask_vault_pass")
                ? asked(named, "Vault password (" + named + ")", prompt, problems)
                : file(named, source, problems);
    }

    private static Optional<VaultPassword> file(String label, String file, Problems problems) {
        // Not by the files that the journal remembers: a digest of a password gives it away to who can guess.
        return new VaultPasswordFile(new DiskFiles(), problems).read(label, file);
    }

    private static Optional<VaultPassword> asked(
            String label, String question, Function<String, Optional<Secret>> prompt, Problems problems) {
        Optional<Secret> answer = prompt.apply(question);
        if (answer.isEmpty()) {
            problems.add(Diagnostic.error(
                            Code.USAGE, new Location.Run(), "there is no terminal to ask for the " + question + " on")
                    .withHint("give it with --vault-password-file FILE"));
        } else if (answer.get().reveal().isEmpty()) {
            problems.add(Diagnostic.error(Code.USAGE, new Location.Run(), "the " + question + " is empty"));
            return Optional.empty();
        }
        return answer.map(text -> new VaultPassword(label, text, "the prompt"));
    }
}
