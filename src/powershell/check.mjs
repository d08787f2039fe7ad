// Parses PowerShell scripts with tree-sitter's grammar and names every place that it does not understand.
// node check.mjs FILE... ; ends with 1 when there is one, with 2 when it was given nothing to parse.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Language, Parser } from 'web-tree-sitter';

const files = process.argv.slice(2);
if (files.length === 0) {
    console.error('check.mjs: no scripts');
    process.exit(2);
}
await Parser.init();
const grammar = createRequire(import.meta.url).resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
const parser = new Parser();
parser.setLanguage(await Language.load(grammar));

function* faults(node) {
    if (node.isError || node.isMissing) {
        yield node;
    } else if (node.hasError) {
        for (const child of node.children) {
            yield* faults(child);
        }
    }
}

let found = 0;
for (const file of files) {
    const tree = parser.parse(readFileSync(file, 'utf8'));
    for (const fault of faults(tree.rootNode)) {
        const { row, column } = fault.startPosition;
        const what = fault.isMissing ? `missing ${fault.type}` : `not understood: ${fault.text.slice(0, 80)}`;
        console.error(`${file}:${row + 1}:${column + 1}: ${what.replaceAll('\n', ' ')}`);
        found += 1;
    }
}
console.log(`${files.length} scripts, ${found} faults`);
process.exit(found > 0 ? 1 : 0);
