package dev.ibplay.lab.esxi;

/** IPv4 addresses with a prefix. Who makes one has seen to it that it is one: digits, dots, and a length of 0 to 32. */
record Subnet(String text) {
    private static final int BITS = 32;

    private int length() {
        return Integer.parseInt(text.substring(text.indexOf('/') + 1));
    }

    private static int number(String address) {
        int number = 0;
        for (String part : address.split("\\.", -1)) {
            number = number << 8 | Integer.parseInt(part);
        }
        return number;
    }

    private static String text(int number) {
        return "%d.%d.%d.%d".formatted(number >>> 24, number >> 16 & 0xff, number >> 8 & 0xff, number & 0xff);
    }

    private int bits() {
        return length() == 0 ? 0 : -1 << (BITS - length());
    }

    private int own() {
        return number(text.substring(0, text.indexOf('/')));
    }

    boolean contains(String address) {
        return address.matches("\\d{1,3}(\\.\\d{1,3}){3}") && (number(address) & bits()) == (own() & bits());
    }

    String mask() {
        return text(bits());
    }

    String broadcast() {
        return text(own() | ~bits());
    }
}
