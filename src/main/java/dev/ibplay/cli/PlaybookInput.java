package dev.ibplay.cli;

import dev.ibplay.diag.Problems;
import dev.ibplay.inventory.HostLimit;
import dev.ibplay.inventory.Inventory;
import dev.ibplay.inventory.InventoryReader;
import dev.ibplay.playbook.DesiredState;
import dev.ibplay.playbook.Playbook;
import dev.ibplay.playbook.PlaybookParser;
import dev.ibplay.playbook.Resolver;
import dev.ibplay.playbook.Selection;
import dev.ibplay.run.HostConnector;
import dev.ibplay.source.Node;
import dev.ibplay.source.SourceFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** From the files that a command line names to what is wanted, and to ways to the hosts; says what is wrong with them. */
final class PlaybookInput {
    private final Console console;
    private final PlaybookOptions options;
    private final InputFiles files;
    private final Problems problems = new Problems();
    private final HostLimit.Names names;
    private Map<String, Node> extra = Map.of();

    PlaybookInput(Console console, PlaybookOptions options, HostLimit.Names names) {
        this.console = console;
        this.names = names;
        this.options = options;
        this.files = new InputFiles(options.inventory.files(console, problems));
    }

    /** What the playbooks want of the hosts; nothing where a file is wrong. */
    Optional<DesiredState> desired() {
        if (options.playbooks.isEmpty()) {
            console.say("ibplay: Missing required parameter: 'PLAYBOOK...'");
            console.say("  hint: ibplay check --help shows what it takes");
            return Optional.empty();
        }
        extra = options.inventory.extraVariables(files, problems);
        Inventory inventory = options.inventory.inventory(files, problems);
        List<Playbook> playbooks = new ArrayList<>();
        for (String path : options.playbooks) {
            playbooks.add(new PlaybookParser(files, extra, problems).parse(path));
            inventory = new InventoryReader(files, problems).withPlaybookFolder(inventory, SourceFiles.folderOf(path));
        }
        Selection selection = options.selection.selection(files, names, problems);
        if (problems.hasErrors()) {
            console.show(problems);
            return Optional.empty();
        }
        DesiredState desired = Resolver.resolve(playbooks, inventory, extra, selection, problems);
        if (problems.hasErrors()) {
            console.show(problems);
            return Optional.empty();
        }
        return Optional.of(desired);
    }

    /**
     * Ways to the hosts; nothing where something is wrong, also with what came before. Says all there is to say.
     *
     * @param second how many hosts have a second connection at a time
     */
    Optional<HostConnector> connector(DesiredState desired, int second) {
        Optional<HostConnector> connector =
                HostConnector.of(desired, options.connection.overrides(console, problems), second, problems);
        console.show(problems);
        if (problems.hasErrors()) {
            connector.ifPresent(HostConnector::close);
            return Optional.empty();
        }
        return connector;
    }

    /** Shows the hosts of each play. */
    void listHosts(DesiredState desired) {
        var text = new StringBuilder();
        desired.plays().forEach(play -> {
            text.append(play.play().title())
                    .append(" (")
                    .append(play.hosts().size())
                    .append(")\n");
            play.hosts().forEach(host -> text.append("  ").append(host).append('\n'));
        });
        console.data(text.toString());
    }

    /** Variables of the command line. */
    Map<String, Node> extra() {
        return extra;
    }

    /** The files that were read so far. */
    InputFiles files() {
        return files;
    }
}
