package dev.ibplay.opensm;

/**
 * What the C library's {@code strtoull(text, &end, 0)} makes of a text: leading white space and a sign are taken,
 * {@code 0x} means hexadecimal, a leading 0 octal, and reading stops at the first character that does not fit.
 *
 * @param value 64 bits, unsigned; all ones when the text says more
 * @param end how many characters were read; 0 when there is no number
 */
record CNumber(long value, int end, boolean overflow) {
    static CNumber parse(String text) {
        int at = 0;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        boolean negative = at < text.length() && text.charAt(at) == '-';
        if (negative || (at < text.length() && text.charAt(at) == '+')) {
            at++;
        }
        boolean zero = at < text.length() && text.charAt(at) == '0';
        boolean hex = zero
                && at + 2 < text.length()
                && (text.charAt(at + 1) | 0x20) == 'x'
                && digit(text.charAt(at + 2), 16) >= 0;
        int start = hex ? at + 2 : at;
        return digits(text, start, hex ? 16 : zero ? 8 : 10, negative);
    }

    private static CNumber digits(String text, int start, int radix, boolean negative) {
        long value = 0;
        boolean overflow = false;
        int at = start;
        for (; at < text.length() && digit(text.charAt(at), radix) >= 0; at++) {
            int digit = digit(text.charAt(at), radix);
            overflow |= Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, radix)) > 0;
            value = value * radix + digit;
        }
        if (at == start) {
            return new CNumber(0, 0, false);
        }
        return new CNumber(overflow ? -1L : negative ? -value : value, at, overflow);
    }

    private static int digit(char c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
    }

    /** C's {@code isspace} in the C locale. */
    static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** The value as a C program keeps it in 32 bits. */
    long low32() {
        return value & 0xffff_ffffL;
    }

    /** Whether the number is at most {@code limit}, which must not be negative. */
    boolean isAtMost(long limit) {
        return Long.compareUnsigned(value, limit) <= 0;
    }
}
