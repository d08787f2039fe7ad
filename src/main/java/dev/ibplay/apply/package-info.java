/** The one executor of plans: it does what a plan's steps say, looks before each, and undoes a step that fails halfway. */
@NullMarked
package dev.ibplay.apply;

import org.jspecify.annotations.NullMarked;
