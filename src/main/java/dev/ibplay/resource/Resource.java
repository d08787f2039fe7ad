package dev.ibplay.resource;

import dev.ibplay.diag.Span;

/** One managed thing on one host, as a playbook describes it. What it leaves out is not managed. */
public sealed interface Resource
        permits SubnetManager, IpoibInterface, DriverOptions, VirtualSwitch, VmkernelInterface {
    /** What it is, unique on its host, in the words of the reports: {@code opensm}, {@code ipoib ib0}. */
    String key();

    /** Where the playbook describes it. */
    Span span();
}
