package dev.ibplay.playbook;

import dev.ibplay.playbook.Shape.AnyOf;
import dev.ibplay.playbook.Shape.Anything;
import dev.ibplay.playbook.Shape.Force;
import dev.ibplay.playbook.Shape.Keys;
import dev.ibplay.playbook.Shape.Keyword;
import dev.ibplay.playbook.Shape.ListOf;
import dev.ibplay.playbook.Shape.Named;
import java.util.List;

/** The key table of a play. The keys of {@code state} are in {@link StateKeys}. */
final class PlaybookKeys {
    private static final Shape SERIAL_SIZE = Values.batchSize();

    static final Keys PLAY = new Keys(
            "play",
            List.of(
                    now("name", Values.text("name"), "What the play is for; shown in reports."),
                    required(
                            "hosts",
                            new AnyOf(List.of(Values.text("host pattern"), new ListOf(Values.text("host pattern")))),
                            "Host pattern, as in Ansible: a:b, :&, :!, globs, ~regex."),
                    now(
                            "vars",
                            new Named("variables", Values.text("variable"), new Anything()),
                            "Variables of the play."),
                    now(
                            "vars_files",
                            new AnyOf(List.of(
                                    Values.text("file name"),
                                    new ListOf(new AnyOf(
                                            List.of(Values.text("file name"), new ListOf(Values.text("file name"))))))),
                            "Files of variables, relative to the playbook; of an entry that is a list the first that exists."),
                    now("when", Values.text("condition"), "Per host, over inventory and play variables."),
                    now(
                            "serial",
                            new AnyOf(List.of(SERIAL_SIZE, new ListOf(SERIAL_SIZE))),
                            "Size of each batch of hosts: a number, a percentage, or a list of these."),
                    now(
                            "max_fail_percentage",
                            Values.whole("max_fail_percentage", 0, 100),
                            "The run ends after a batch in which more than this share of its hosts failed or was unreachable."),
                    now("any_errors_fatal", Values.flag(), "The first failed host ends the run after its batch."),
                    now(
                            "confirm",
                            Values.confirm(),
                            "How long a host waits for the confirmation of an interface change before it takes it back;"
                                    + " none for no guard."),
                    now("become", Values.flag(), "Work as another user on the hosts, by sudo."),
                    now("become_user", Values.text("user"), "The user to become; root when absent."),
                    now("remote_user", Values.text("user"), "The user to log in as."),
                    now("connection", Values.word("connection", List.of("ssh", "local")), "How hosts are reached."),
                    now("port", Values.whole("port", 1, 65535), "The SSH port."),
                    now(
                            "tags",
                            new AnyOf(List.of(Values.text("tag"), new ListOf(Values.text("tag")))),
                            "Words that --tags and --skip-tags select the play by."),
                    required(
                            "state",
                            StateKeys.STATE,
                            "What is managed on these hosts; what it does not name is left alone."),
                    now(
                            "before",
                            new ListOf(CommandKeys.COMMAND),
                            "Commands that are run, in order, before a host with changes is touched."),
                    now(
                            "after",
                            new ListOf(CommandKeys.COMMAND),
                            "Commands that are run, in order, once such a host has been verified."),
                    foreign("tasks", "a play of ibplay has no tasks", "describe the result under \"state\""),
                    foreign("pre_tasks", "a play of ibplay has no tasks", "describe the result under \"state\""),
                    foreign("post_tasks", "a play of ibplay has no tasks", "describe the result under \"state\""),
                    foreign(
                            "handlers",
                            "there are no handlers",
                            "what must be restarted is worked out from the changes"),
                    foreign("roles", "there are no roles", "describe the result under \"state\""),
                    foreign(
                            "gather_facts",
                            "facts are always read, and only those that are needed",
                            "leave the key out"),
                    foreign(
                            "strategy",
                            "the order of steps is worked out from the fabric",
                            "use \"serial\" for the size of batches"),
                    foreign(
                            "import_playbook",
                            "playbooks do not import each other",
                            "name several on the command line")));

    private PlaybookKeys() {}

    static Keyword now(String name, Shape shape, String help) {
        return new Keyword(name, shape, false, new Force.Now(), help);
    }

    static Keyword required(String name, Shape shape, String help) {
        return new Keyword(name, shape, true, new Force.Now(), help);
    }

    static Keyword foreign(String name, String message, String hint) {
        return new Keyword(name, new Anything(), false, new Force.Foreign(message, hint), message);
    }
}
