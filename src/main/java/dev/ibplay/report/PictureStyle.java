package dev.ibplay.report;

/** Colours and type of the picture, light and dark. Nothing is told by colour alone: lines have dashes, boxes have borders. */
final class PictureStyle {
    static final String COLOURS = """
            :root { color-scheme: light dark; --back: #fff; --text: #1c2128; --soft: #59636e; --box: #f4f6f8; --edge: #8c959f;
              --switch: #dbe7f5; --switch-edge: #3b6ea8; --line: #a3adb8; --mtu: #c2410c; --slow: #7c3aed; --sm: #b7791f; }
            @media (prefers-color-scheme: dark) {
              :root { --back: #12161b; --text: #e3e8ee; --soft: #98a3af; --box: #222933; --edge: #66717d;
                --switch: #1d3550; --switch-edge: #6ea8e5; --line: #556270; --mtu: #fb923c; --slow: #c4a1ff; --sm: #f2c94c; } }
            """;

    /** Of whatever has the class {@code fabric}. */
    static final String DRAWING = """
            .fabric .legend span { white-space: nowrap; margin-right: 18px; }
            .fabric .legend svg { vertical-align: -2px; margin-right: 5px; }
            .fabric summary { cursor: pointer; }
            .fabric li { margin: 4px 0; white-space: pre-line; }
            .fabric svg { display: block; } .fabric .legend svg { display: inline; }
            .fabric rect { fill: var(--box); stroke: var(--edge); rx: 3px; }
            .fabric .switch rect { fill: var(--switch); stroke: var(--switch-edge); }
            .fabric .silent rect { fill: none; stroke-dasharray: 2 2; }
            .fabric .sm rect { stroke: var(--sm); stroke-width: 2.5; }
            .fabric .vantage rect { stroke-width: 2.5; }
            .fabric text { fill: var(--text); font-size: 11px; text-anchor: middle; dominant-baseline: central; }
            .fabric .compact text { font-size: 9px; }
            .fabric .sm text.mark { fill: var(--sm); font-size: 14px; }
            .fabric path, .fabric line { fill: none; stroke: var(--line); stroke-width: 1.4; }
            .fabric .compact path { stroke-width: 1; }
            .fabric path.hit { stroke: transparent; stroke-width: 9; }
            .fabric .mtu path.seen, .fabric line.mtu { stroke: var(--mtu); stroke-width: 2.4; stroke-dasharray: 7 4; }
            .fabric .slow path.seen, .fabric line.slow { stroke: var(--slow); stroke-width: 2.4; stroke-dasharray: 2 3; }
            .fabric .mtu.slow path.seen, .fabric line.mtu.slow { stroke: var(--mtu); stroke-dasharray: 7 3 2 3; }
            .fabric .node.mtu rect { stroke: var(--mtu); stroke-width: 2; stroke-dasharray: 7 4; }
            .fabric .node.slow rect { stroke: var(--slow); stroke-width: 2; stroke-dasharray: 2 3; }
            .fabric .node.mtu.slow rect { stroke: var(--mtu); stroke-dasharray: 7 3 2 3; }
            .fabric .cell.mtu rect { fill: var(--mtu); stroke: var(--mtu); }
            .fabric .cell.slow rect { fill: none; stroke: var(--slow); stroke-width: 2.5; stroke-dasharray: 2 1.5; }
            .fabric .cell.mtu.slow rect { fill: var(--mtu); }
            .fabric g:hover > path.seen { stroke-width: 4; } .fabric g:hover > rect { stroke-width: 3; }
            """;

    /** Of a page that is nothing but the picture. */
    static final String CSS = COLOURS + """
            body { margin: 0; width: max-content; min-width: 100%; background: var(--back); color: var(--text); font: 14px/1.4 system-ui, sans-serif; }
            header { position: sticky; left: 0; top: 0; padding: 10px 24px; background: var(--back); border-bottom: 1px solid var(--line);
              width: 100vw; box-sizing: border-box; z-index: 1; }
            h1 { font-size: 18px; margin: 0 0 4px; }
            header p { margin: 0; color: var(--soft); }
            section { padding: 0 24px 24px; max-width: 1000px; position: sticky; left: 0; }
            """ + DRAWING;

    private PictureStyle() {}
}
