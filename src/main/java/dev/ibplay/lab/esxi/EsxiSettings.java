package dev.ibplay.lab.esxi;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What esxcli changes on a host.
 *
 * @param switchMtus in bytes, by vSwitch
 * @param vmkernelMtus in bytes, by VMkernel interface
 * @param disabled VMkernel interfaces
 * @param parameters the whole option string of a kernel module, by module
 */
record EsxiSettings(
        Map<String, Integer> switchMtus,
        Map<String, Integer> vmkernelMtus,
        Set<String> disabled,
        Map<String, String> parameters,
        boolean maintenance) {
    EsxiSettings {
        switchMtus = Map.copyOf(switchMtus);
        vmkernelMtus = Map.copyOf(vmkernelMtus);
        disabled = Set.copyOf(disabled);
        parameters = Map.copyOf(parameters);
    }

    private static <T> Map<String, T> with(Map<String, T> all, String name, T value) {
        Map<String, T> changed = new HashMap<>(all);
        changed.put(name, value);
        return changed;
    }

    EsxiSettings withSwitchMtu(String name, int bytes) {
        return new EsxiSettings(with(switchMtus, name, bytes), vmkernelMtus, disabled, parameters, maintenance);
    }

    EsxiSettings withVmkernelMtu(String name, int bytes) {
        return new EsxiSettings(switchMtus, with(vmkernelMtus, name, bytes), disabled, parameters, maintenance);
    }

    EsxiSettings withEnabled(String vmkernel, boolean isEnabled) {
        Set<String> changed = new TreeSet<>(disabled);
        if (isEnabled) {
            changed.remove(vmkernel);
        } else {
            changed.add(vmkernel);
        }
        return new EsxiSettings(switchMtus, vmkernelMtus, changed, parameters, maintenance);
    }

    EsxiSettings withParameters(String module, String text) {
        return new EsxiSettings(switchMtus, vmkernelMtus, disabled, with(parameters, module, text), maintenance);
    }

    EsxiSettings withMaintenance(boolean now) {
        return new EsxiSettings(switchMtus, vmkernelMtus, disabled, parameters, now);
    }
}
