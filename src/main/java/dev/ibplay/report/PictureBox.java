package dev.ibplay.report;

/** A rectangle of the picture, in CSS pixels. */
record PictureBox(double x, double y, double width, double height) {
    double middleX() {
        return x + width / 2;
    }

    double middleY() {
        return y + height / 2;
    }

    double bottom() {
        return y + height;
    }

    double right() {
        return x + width;
    }

    PictureBox moved(double dx, double dy) {
        return new PictureBox(x + dx, y + dy, width, height);
    }
}
