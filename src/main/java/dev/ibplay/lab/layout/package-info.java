/** What a lab is made of: fabrics and the hosts on them, before anything runs. */
@NullMarked
package dev.ibplay.lab.layout;

import org.jspecify.annotations.NullMarked;
