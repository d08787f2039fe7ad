/**
 * Windows hosts of the lab: what their registry, services, network adapters and programs do. There is no PowerShell here: a batch of the
 * far end is carried out call by call, and the facts' question is answered part by part; the functions' own text is not run in the lab.
 */
@NullMarked
package dev.ibplay.lab.windows;

import org.jspecify.annotations.NullMarked;
