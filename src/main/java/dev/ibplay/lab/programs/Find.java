package dev.ibplay.lab.programs;

import dev.ibplay.lab.disk.Errno;
import dev.ibplay.lab.disk.Stat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/** {@code find} with all tests joined by and: -mindepth -maxdepth -name -type -mtime -mmin ! -print -delete -exec. */
final class Find {
    private static final int DAY = 86_400;

    private final ToolCall call;
    private final List<String> starts = new ArrayList<>();
    private final List<BiPredicate<String, Stat>> tests = new ArrayList<>();
    private final List<List<String>> executed = new ArrayList<>();
    private final List<String> together = new ArrayList<>();
    private final List<String> found = new ArrayList<>();
    private int least;
    private int most = Integer.MAX_VALUE;
    private boolean deletes;
    private boolean prints;
    private int status;

    private Find(ToolCall call) {
        this.call = call;
    }

    static int find(ToolCall call) throws ToolFailure, IOException, InterruptedException {
        Find find = new Find(call);
        find.read(new ArrayList<>(call.arguments()));
        for (String start : find.starts) {
            find.walk(start, 0);
        }
        find.act();
        return find.status;
    }

    private void read(List<String> words) throws ToolFailure {
        while (!words.isEmpty()
                && !words.getFirst().startsWith("-")
                && !words.getFirst().equals("!")) {
            starts.add(words.removeFirst());
        }
        if (starts.isEmpty()) {
            starts.add(".");
        }
        while (!words.isEmpty()) {
            String word = words.removeFirst();
            boolean negated = word.equals("!") || word.equals("-not");
            primary(negated ? next(words, word) : word, words, negated);
        }
    }

    private static String next(List<String> words, String of) throws ToolFailure {
        if (words.isEmpty()) {
            throw new ToolFailure("missing argument to '" + of + "'");
        }
        return words.removeFirst();
    }

    private void primary(String word, List<String> words, boolean negated) throws ToolFailure {
        switch (word) {
            case "-mindepth" -> least = Integer.parseInt(next(words, word));
            case "-maxdepth" -> most = Integer.parseInt(next(words, word));
            case "-print" -> prints = true;
            case "-delete" -> deletes = true;
            case "-exec" -> exec(words);
            case "-name" -> test(name(next(words, word)), negated);
            case "-type" -> test(type(next(words, word)), negated);
            case "-mtime" -> test(age(next(words, word), DAY), negated);
            case "-mmin" -> test(age(next(words, word), 60), negated);
            default -> throw new ToolFailure("unknown predicate '" + word + "'");
        }
    }

    private void test(BiPredicate<String, Stat> test, boolean negated) {
        tests.add(negated ? test.negate() : test);
    }

    private static BiPredicate<String, Stat> name(String glob) {
        StringBuilder regex = new StringBuilder();
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            regex.append(
                    c == '*' ? ".*" : c == '?' ? "." : c == '[' || c == ']' ? c : Pattern.quote(Character.toString(c)));
        }
        Pattern pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
        return (path, stat) -> pattern.matcher(Paths.base(path)).matches();
    }

    private static BiPredicate<String, Stat> type(String letter) {
        return (path, stat) -> switch (letter) {
            case "f" -> stat.isFile();
            case "d" -> stat.isFolder();
            case "l" -> stat.isLink();
            default -> false;
        };
    }

    /** Whole units of age, as find(1) counts them: a fraction does not count. */
    private BiPredicate<String, Stat> age(String number, int unit) throws ToolFailure {
        if (!number.matches("[-+]?[0-9]{1,6}")) {
            throw new ToolFailure("invalid argument '" + number + "' to '-mtime'");
        }
        long wanted = Long.parseLong(number.replaceFirst("^[-+]", ""));
        long now = call.invocation().machine().clock().epochSeconds();
        return (path, stat) -> {
            long age = Math.floorDiv(now - stat.modifiedSeconds(), (long) unit);
            return number.startsWith("+") ? age > wanted : number.startsWith("-") ? age < wanted : age == wanted;
        };
    }

    private void exec(List<String> words) throws ToolFailure {
        List<String> command = new ArrayList<>();
        String word = next(words, "-exec");
        while (!word.equals(";")
                && !(word.equals("+") && !command.isEmpty() && command.getLast().equals("{}"))) {
            command.add(word);
            word = next(words, "-exec");
        }
        if (word.equals("+")) {
            command.removeLast();
            together.addAll(command);
        } else {
            executed.add(command);
        }
    }

    private void walk(String path, int depth) {
        Stat stat;
        try {
            stat = call.disk().stat(call.path(path), false);
        } catch (Errno error) {
            status = call.say(1, "'" + path + "': " + error.text());
            return;
        }
        boolean chosen = depth >= least && tests.stream().allMatch(test -> test.test(path, stat));
        if (chosen && !deletes) {
            found.add(path);
        }
        if (stat.isFolder() && depth < most) {
            names(path).forEach(name -> walk(path.endsWith("/") ? path + name : path + "/" + name, depth + 1));
        }
        if (chosen && deletes) {
            found.add(path);
        }
    }

    private List<String> names(String path) {
        try {
            return call.disk().list(call.path(path)).stream()
                    .map(ByteText::bytes)
                    .toList();
        } catch (Errno error) {
            status = call.say(1, "'" + path + "': " + error.text());
            return List.of();
        }
    }

    private void act() throws IOException, InterruptedException {
        boolean silent = deletes || !executed.isEmpty() || !together.isEmpty();
        for (String path : found) {
            if (prints || !silent) {
                call.print(path + "\n");
            }
            if (deletes) {
                delete(path);
            }
            for (List<String> command : executed) {
                run(command.stream().map(word -> word.replace("{}", path)).toList());
            }
        }
        if (!together.isEmpty() && !found.isEmpty()) {
            List<String> command = new ArrayList<>(together);
            command.addAll(found);
            status = Math.max(status, run(command) == 0 ? 0 : 1);
        }
    }

    private void delete(String path) {
        String place = call.path(path);
        try {
            if (call.disk().stat(place, false).isFolder()) {
                call.disk().rmdir(place);
            } else {
                call.disk().unlink(place);
            }
        } catch (Errno error) {
            status = call.say(1, "cannot delete '" + path + "': " + error.text());
        }
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        call.flush();
        List<String> words = command.stream().map(ByteText::unicode).toList();
        try {
            return new Launch(call.invocation(), words).andWait(call.uid());
        } catch (Errno error) {
            return call.say(Launch.statusOf(error), "'" + command.getFirst() + "': " + error.text());
        }
    }
}
