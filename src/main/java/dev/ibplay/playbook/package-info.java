/** From playbook text to plays and desired state: the key table, the parser made from it, and the schema made from it. */
@NullMarked
package dev.ibplay.playbook;

import org.jspecify.annotations.NullMarked;
