import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.Locale;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Takes the signatures out of the jars in a folder: the JVM keeps no class of a signed jar in an archive, and checks each
 * against its digest whenever it is loaded. Maven has compared the jars with the repository's sums before. Nothing else in
 * them changes; a jar without a signature is not touched.
 *
 * <p>{@code java UnsignedJars.java FOLDER}
 */
final class UnsignedJars {
    private UnsignedJars() {}

    public static void main(String[] arguments) throws IOException {
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(Path.of(arguments[0]), "*.jar")) {
            for (Path jar : jars) {
                if (isSigned(jar)) {
                    rewrite(jar);
                }
            }
        }
    }

    private static boolean isSigned(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream().anyMatch(entry -> isSignature(entry.getName()));
        }
    }

    /** Files of a signature by their names, as the JAR specification has them. */
    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        return upper.matches("META-INF/(SIG-[^/]*|[^/]*\\.(SF|RSA|DSA|EC))");
    }

    private static void rewrite(Path jar) throws IOException {
        Path written = jar.resolveSibling(jar.getFileName() + ".unsigned");
        try (ZipFile from = new ZipFile(jar.toFile());
                OutputStream file = Files.newOutputStream(written);
                ZipOutputStream to = new ZipOutputStream(file)) {
            for (ZipEntry entry : Collections.list(from.entries())) {
                if (!isSignature(entry.getName())) {
                    byte[] content = from.getInputStream(entry).readAllBytes();
                    var copy = new ZipEntry(entry.getName());
                    copy.setTimeLocal(entry.getTimeLocal());
                    to.putNextEntry(copy);
                    to.write(entry.getName().equals(JarFile.MANIFEST_NAME) ? withoutDigests(content) : content);
                    to.closeEntry();
                }
            }
        }
        Files.move(written, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What a manifest says of the jar, without what it says of each of its files. */
    private static byte[] withoutDigests(byte[] manifest) throws IOException {
        Manifest all = new Manifest(new ByteArrayInputStream(manifest));
        all.getEntries().clear();
        var written = new ByteArrayOutputStream();
        all.write(written);
        return written.toByteArray();
    }
}
