/** The desired state as records: what a playbook asks of a host or a fabric. Pure; says nothing of how it is reached. */
@NullMarked
package dev.ibplay.resource;

import org.jspecify.annotations.NullMarked;
