/**
 * From desired and observed state to differences, refusals and ordered steps with their undo: the plan as data. Pure; what
 * is done with a plan is the business of {@code apply}.
 */
@NullMarked
package dev.ibplay.plan;

import org.jspecify.annotations.NullMarked;
