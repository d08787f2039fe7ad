package dev.ibplay.lab.esxi;

import dev.ibplay.lab.esxcli.Answer;
import dev.ibplay.lab.esxcli.EsxcliCommand;
import dev.ibplay.lab.esxcli.EsxcliCommand.Option;
import dev.ibplay.lab.esxcli.EsxcliFailure;
import dev.ibplay.lab.esxcli.EsxcliOptions;
import dev.ibplay.lab.esxcli.Structure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code esxcli system module}. */
final class ModuleCommands {
    private final KernelModules modules;
    private final EsxiState state;

    ModuleCommands(KernelModules modules, EsxiState state) {
        this.modules = modules;
        this.state = state;
    }

    List<EsxcliCommand> all() {
        return List.of(
                new EsxcliCommand("system module list", "List the VMkernel modules.", List.of(), given -> list()),
                new EsxcliCommand(
                        "system module parameters list",
                        "List the parameters of a given VMkernel module.",
                        List.of(Option.required('m', "module")),
                        this::parameters),
                new EsxcliCommand(
                        "system module parameters set",
                        "Set module parameters for the given VMkernel module.",
                        List.of(
                                Option.flag('a', "append"),
                                Option.flag('f', "force"),
                                Option.required('m', "module"),
                                Option.required('p', "parameter-string")),
                        this::set));
    }

    private Answer list() {
        return new Answer.Table(
                "Module",
                List.of("Name", "Is Loaded", "Is Enabled"),
                modules.all().stream()
                        .map(name -> Structure.of(name)
                                .text("Name", name)
                                .truth("Is Loaded", true)
                                .truth("Is Enabled", true))
                        .toList());
    }

    private List<KernelModules.Parameter> known(String module) throws EsxcliFailure {
        return modules.parameters(module)
                .orElseThrow(() -> new EsxcliFailure("Unable to find module with name " + module));
    }

    private Answer parameters(EsxcliOptions given) throws EsxcliFailure {
        String module = given.required("module");
        List<KernelModules.Parameter> known = known(module);
        Map<String, String> values = modules.configured(module);
        return new Answer.Table(
                "ModuleParameter",
                List.of("Name", "Type", "Value", "Description"),
                known.stream()
                        .map(each -> Structure.of(each.name())
                                .text("Name", each.name())
                                .text("Type", each.type())
                                .text("Value", values.getOrDefault(each.name(), ""))
                                .text("Description", each.description()))
                        .toList());
    }

    /** The whole string is another one then, unless it is to be appended. */
    private Answer set(EsxcliOptions given) throws EsxcliFailure {
        String module = given.required("module");
        List<String> known =
                known(module).stream().map(KernelModules.Parameter::name).toList();
        Map<String, String> wanted = KernelModules.read(given.required("parameter-string"));
        List<String> invalid = new ArrayList<>(wanted.keySet());
        invalid.removeAll(known);
        if (!invalid.isEmpty() && !given.has("force")) {
            throw new EsxcliFailure(
                    "Unable to set module parameters the following params are invalid: " + String.join(", ", invalid));
        }
        Map<String, String> all = new LinkedHashMap<>();
        if (given.has("append")) {
            all.putAll(modules.configured(module));
        }
        all.putAll(wanted);
        String text = all.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
        state.change(settings -> settings.withParameters(module, text));
        return new Answer.Nothing();
    }
}
