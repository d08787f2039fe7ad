package dev.ibplay.lab.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recursive descent through the shell's grammar (POSIX.1-2017, XCU 2.10). */
final class Parser {
    static final Set<String> RESERVED = Set.of(
            "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "in", "then", "until",
            "while");

    /** What ends a list and cannot begin a command. */
    private static final Set<String> CLOSING = Set.of("}", "do", "done", "elif", "else", "esac", "fi", "then");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)([A-Za-z_][A-Za-z_0-9]*)=(.*)");

    private final Lexer lexer;
    /** What {@link #isAtEnd} has run into. */
    private Optional<ShellSyntaxException> comesNext = Optional.empty();

    Parser(Source source) {
        lexer = new Lexer(source);
    }

    /** The next command, with all of the line that it ends on; empty at the end of the text. */
    Optional<Command> next() throws IOException, ShellSyntaxException {
        if (comesNext.isPresent()) {
            throw comesNext.get();
        }
        skipNewlines();
        if (lexer.peek().is(Token.Kind.END)) {
            return Optional.empty();
        }
        List<Command> commands = new ArrayList<>();
        while (true) {
            Command one = andOr();
            Token token = lexer.next();
            commands.add(token.isOperator("&") ? new Command.Background(one) : one);
            boolean goesOn = token.isOperator(";") || token.isOperator("&");
            if (!goesOn && !endsLine(token)) {
                throw unexpected(token, "");
            }
            if (!goesOn || endsLine(lexer.peek())) {
                if (goesOn) {
                    lexer.next();
                }
                return Optional.of(sequence(commands));
            }
        }
    }

    private static boolean endsLine(Token token) {
        return token.is(Token.Kind.NEWLINE) || token.is(Token.Kind.END);
    }

    /** Whether only line ends are left; looks ahead, so only for a text that nobody else reads. */
    boolean isAtEnd() throws IOException {
        try {
            skipNewlines();
            return lexer.peek().is(Token.Kind.END);
        } catch (ShellSyntaxException wrong) {
            comesNext = Optional.of(wrong);
            return false;
        }
    }

    /** All of the text as one command. */
    Command all() throws IOException, ShellSyntaxException {
        Command all = list();
        Token token = lexer.next();
        if (!token.is(Token.Kind.END)) {
            throw unexpected(token, "");
        }
        return all;
    }

    /** What stands between {@code $(} and {@code )}. */
    Command untilParenthesis() throws IOException, ShellSyntaxException {
        Command body = list();
        expectOperator(")");
        return body;
    }

    private Command list() throws IOException, ShellSyntaxException {
        List<Command> commands = new ArrayList<>();
        skipNewlines();
        while (!closes(lexer.peek())) {
            Command one = andOr();
            Token token = lexer.peek();
            boolean background = token.isOperator("&");
            commands.add(background ? new Command.Background(one) : one);
            if (!background && !token.isOperator(";") && !token.is(Token.Kind.NEWLINE)) {
                break;
            }
            lexer.next();
            skipNewlines();
        }
        return sequence(commands);
    }

    private static boolean closes(Token token) {
        return token.is(Token.Kind.END)
                || token.isOperator(")")
                || token.isOperator(";;")
                || (token.is(Token.Kind.WORD) && CLOSING.contains(token.text()));
    }

    private static Command sequence(List<Command> commands) {
        return commands.size() == 1 ? commands.getFirst() : new Command.Sequence(List.copyOf(commands));
    }

    private Command andOr() throws IOException, ShellSyntaxException {
        Command first = pipeline();
        while (lexer.peek().isOperator("&&") || lexer.peek().isOperator("||")) {
            boolean and = lexer.next().isOperator("&&");
            skipNewlines();
            first = new Command.AndOr(first, and, pipeline());
        }
        return first;
    }

    private Command pipeline() throws IOException, ShellSyntaxException {
        boolean negated = false;
        while (lexer.peek().isBare("!")) {
            lexer.next();
            negated = !negated;
        }
        List<Command> parts = new ArrayList<>(List.of(command()));
        while (lexer.peek().isOperator("|")) {
            lexer.next();
            skipNewlines();
            parts.add(command());
        }
        return parts.size() == 1 && !negated ? parts.getFirst() : new Command.Pipeline(List.copyOf(parts), negated);
    }

    private Command command() throws IOException, ShellSyntaxException {
        Token token = lexer.peek();
        Optional<Command> compound = compound(token);
        if (compound.isEmpty()) {
            return simple();
        }
        List<Redirection> redirections = redirections();
        return redirections.isEmpty()
                ? compound.get()
                : new Command.Redirected(token.line(), compound.get(), redirections);
    }

    private Optional<Command> compound(Token token) throws IOException, ShellSyntaxException {
        if (token.isOperator("(")) {
            lexer.next();
            return Optional.of(new Command.Subshell(untilParenthesis()));
        }
        if (!token.is(Token.Kind.WORD) || !RESERVED.contains(token.text())) {
            return Optional.empty();
        }
        lexer.next();
        return Optional.of(
                switch (token.text()) {
                    case "{" -> closed(list(), "}");
                    case "if" -> condition();
                    case "while" -> loop(false);
                    case "until" -> loop(true);
                    case "for" -> forEach(token.line());
                    case "case" -> choice(token.line());
                    default -> throw unexpected(token, "");
                });
    }

    private Command closed(Command body, String keyword) throws IOException, ShellSyntaxException {
        if (body.equals(Command.NOTHING)) {
            throw emptyBody(lexer.peek(), keyword);
        }
        expect(keyword);
        return body;
    }

    private static ShellSyntaxException emptyBody(Token next, String keyword) {
        return unexpected(next, next.is(Token.Kind.END) ? keyword : "");
    }

    private Command condition() throws IOException, ShellSyntaxException {
        Command condition = closed(list(), "then");
        Command body = list();
        Token token = lexer.next();
        if (body.equals(Command.NOTHING)) {
            throw emptyBody(token, "fi");
        }
        return switch (token.text()) {
            case "elif" -> new Command.If(condition, body, condition());
            case "else" -> new Command.If(condition, body, closed(list(), "fi"));
            case "fi" -> new Command.If(condition, body, Command.NOTHING);
            default -> throw unexpected(token, "fi");
        };
    }

    private Command loop(boolean until) throws IOException, ShellSyntaxException {
        Command condition = closed(list(), "do");
        return new Command.Loop(until, condition, closed(list(), "done"));
    }

    private Command forEach(int line) throws IOException, ShellSyntaxException {
        Token name = lexer.next();
        if (!NAME.matcher(name.text()).matches()) {
            throw new ShellSyntaxException(name.line(), "Bad for loop variable");
        }
        Optional<List<Word>> words = Optional.empty();
        if (lexer.peek().isOperator(";")) {
            lexer.next();
        }
        skipNewlines();
        if (lexer.peek().isBare("in")) {
            lexer.next();
            words = Optional.of(wordsOfLine());
        }
        skipNewlines();
        expect("do");
        return new Command.ForEach(line, name.text(), words, closed(list(), "done"));
    }

    private List<Word> wordsOfLine() throws IOException, ShellSyntaxException {
        List<Word> words = new ArrayList<>();
        while (lexer.peek().is(Token.Kind.WORD)) {
            words.add(lexer.next().word());
        }
        Token end = lexer.next();
        if (!end.isOperator(";") && !end.is(Token.Kind.NEWLINE)) {
            throw unexpected(end, "");
        }
        return List.copyOf(words);
    }

    private Command choice(int line) throws IOException, ShellSyntaxException {
        Word subject = word();
        skipNewlines();
        expect("in");
        skipNewlines();
        List<Command.Arm> arms = new ArrayList<>();
        while (!lexer.peek().isBare("esac")) {
            arms.add(arm());
            if (lexer.peek().isOperator(";;")) {
                lexer.next();
            } else if (!lexer.peek().isBare("esac")) {
                throw unexpected(lexer.peek(), ";;");
            }
            skipNewlines();
        }
        lexer.next();
        return new Command.Case(line, subject, List.copyOf(arms));
    }

    private Command.Arm arm() throws IOException, ShellSyntaxException {
        if (lexer.peek().isOperator("(")) {
            lexer.next();
        }
        List<Word> patterns = new ArrayList<>(List.of(word()));
        while (lexer.peek().isOperator("|")) {
            lexer.next();
            patterns.add(word());
        }
        expectOperator(")");
        return new Command.Arm(List.copyOf(patterns), list());
    }

    private Command simple() throws IOException, ShellSyntaxException {
        List<Command.Assignment> assignments = new ArrayList<>();
        List<Word> words = new ArrayList<>();
        List<Redirection> redirections = new ArrayList<>();
        int line = lexer.peek().line();
        while (true) {
            Token token = lexer.peek();
            if (startsRedirection(token)) {
                redirections.add(redirection());
            } else if (token.is(Token.Kind.WORD)) {
                lexer.next();
                Optional<Command.Assignment> assignment = words.isEmpty() ? assignment(token.word()) : Optional.empty();
                assignment.ifPresentOrElse(assignments::add, () -> words.add(token.word()));
            } else if (token.isOperator("(") && words.size() == 1 && assignments.isEmpty() && redirections.isEmpty()) {
                return definition(words.getFirst());
            } else {
                break;
            }
        }
        if (words.isEmpty() && assignments.isEmpty() && redirections.isEmpty()) {
            throw unexpected(lexer.peek(), "");
        }
        return new Command.Simple(line, List.copyOf(assignments), List.copyOf(words), List.copyOf(redirections));
    }

    private Command definition(Word name) throws IOException, ShellSyntaxException {
        lexer.next();
        expectOperator(")");
        if (!NAME.matcher(name.bare()).matches()) {
            throw new ShellSyntaxException(lexer.peek().line(), "Bad function name");
        }
        skipNewlines();
        return new Command.Definition(name.bare(), command());
    }

    static Optional<Command.Assignment> assignment(Word word) {
        if (word.parts().isEmpty() || !(word.parts().getFirst() instanceof Word.Literal first)) {
            return Optional.empty();
        }
        Matcher matcher = ASSIGNMENT.matcher(first.text());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<Word.Part> value = new ArrayList<>(word.parts());
        value.set(0, new Word.Literal(matcher.group(2)));
        return Optional.of(new Command.Assignment(matcher.group(1), new Word(value)));
    }

    private List<Redirection> redirections() throws IOException, ShellSyntaxException {
        List<Redirection> redirections = new ArrayList<>();
        while (startsRedirection(lexer.peek())) {
            redirections.add(redirection());
        }
        return List.copyOf(redirections);
    }

    private static boolean startsRedirection(Token token) {
        return token.is(Token.Kind.DESCRIPTOR)
                || (token.is(Token.Kind.OPERATOR) && token.text().matches("[<>].*"));
    }

    private Redirection redirection() throws IOException, ShellSyntaxException {
        Token first = lexer.next();
        boolean numbered = first.is(Token.Kind.DESCRIPTOR);
        String operator = numbered ? lexer.next().text() : first.text();
        int descriptor = numbered ? Integer.parseInt(first.text()) : operator.startsWith("<") ? 0 : 1;
        Word target = word();
        if (operator.startsWith("<<")) {
            HereDocument document = new HereDocument(withoutQuotes(target), !target.isQuoted(), operator.endsWith("-"));
            lexer.expect(document);
            return new Redirection.Here(descriptor, document);
        }
        Optional<Redirection.Mode> mode = Redirection.Mode.of(operator);
        return mode.isPresent()
                ? new Redirection.ToFile(descriptor, mode.get(), target)
                : new Redirection.ToDescriptor(descriptor, target);
    }

    private static String withoutQuotes(Word word) {
        StringBuilder text = new StringBuilder();
        for (Word.Part part : word.parts()) {
            switch (part) {
                case Word.Literal literal -> text.append(literal.text());
                case Word.Quoted quoted -> text.append(quoted.text());
                case Word.DoubleQuoted quoted -> text.append(withoutQuotes(new Word(quoted.parts())));
                case Word.Parameter parameter -> text.append('$').append(parameter.name());
                case Word.Length length ->
                    text.append("${#").append(length.name()).append('}');
                case Word.Output ignored -> {}
                case Word.Arithmetic ignored -> {}
            }
        }
        return text.toString();
    }

    private Word word() throws IOException, ShellSyntaxException {
        Token token = lexer.next();
        if (!token.is(Token.Kind.WORD)) {
            throw unexpected(token, "");
        }
        return token.word();
    }

    private void skipNewlines() throws IOException, ShellSyntaxException {
        while (lexer.peek().is(Token.Kind.NEWLINE)) {
            lexer.next();
        }
    }

    private void expect(String keyword) throws IOException, ShellSyntaxException {
        Token token = lexer.next();
        if (!token.isBare(keyword)) {
            throw unexpected(token, keyword);
        }
    }

    private void expectOperator(String operator) throws IOException, ShellSyntaxException {
        Token token = lexer.next();
        if (!token.isOperator(operator)) {
            throw unexpected(token, operator);
        }
    }

    private static ShellSyntaxException unexpected(Token token, String wanted) {
        String expecting = wanted.isEmpty() ? "" : " (expecting \"" + wanted + "\")";
        return new ShellSyntaxException(token.line(), token.shown() + " unexpected" + expecting);
    }
}
