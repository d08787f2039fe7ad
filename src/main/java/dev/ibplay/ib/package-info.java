/** The field's values: MTU codes, P_Keys, GUIDs, states and the arithmetic between them. Pure; knows nothing else of the project. */
@NullMarked
package dev.ibplay.ib;

import org.jspecify.annotations.NullMarked;
