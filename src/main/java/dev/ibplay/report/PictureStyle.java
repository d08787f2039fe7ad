package dev.ibplay.report;

/** Colours and type of the picture, light and dark. Nothing is told by colour alone: lines have dashes, boxes have borders. */
final class PictureStyle {
    static final String CSS = """
            :root { color-scheme: light dark; --back: #fff; --text: #1c2128; --soft: #59636e; --box: #f4f6f8; --edge: #8c959f;
              --switch: #dbe7f5; --switch-edge: #3b6ea8; --line: #a3adb8; --mtu: #c2410c; --slow: #7c3aed; --sm: #b7791f; }
            @media (prefers-color-scheme: dark) {
              :root { --back: #12161b; --text: #e3e8ee; --soft: #98a3af; --box: #222933; --edge: #66717d;
                --switch: #1d3550; --switch-edge: #6ea8e5; --line: #556270; --mtu: #fb923c; --slow: #c4a1ff; --sm: #f2c94c; } }
            body { margin: 0; width: max-content; min-width: 100%; background: var(--back); color: var(--text); font: 14px/1.4 system-ui, sans-serif; }
            header { position: sticky; left: 0; top: 0; padding: 10px 24px; background: var(--back); border-bottom: 1px solid var(--line);
              width: 100vw; box-sizing: border-box; z-index: 1; }
            h1 { font-size: 18px; margin: 0 0 4px; }
            header p { margin: 0; color: var(--soft); }
            .legend span { white-space: nowrap; margin-right: 18px; }
            .legend svg { vertical-align: -2px; margin-right: 5px; }
            section { padding: 0 24px 24px; max-width: 1000px; position: sticky; left: 0; }
            summary { cursor: pointer; }
            li { margin: 4px 0; white-space: pre-line; }
            svg { display: block; } .legend svg { display: inline; }
            rect { fill: var(--box); stroke: var(--edge); rx: 3px; }
            .switch rect { fill: var(--switch); stroke: var(--switch-edge); }
            .silent rect { fill: none; stroke-dasharray: 2 2; }
            .sm rect { stroke: var(--sm); stroke-width: 2.5; }
            .vantage rect { stroke-width: 2.5; }
            text { fill: var(--text); font-size: 11px; text-anchor: middle; dominant-baseline: central; }
            .compact text { font-size: 9px; }
            .sm text.mark { fill: var(--sm); font-size: 14px; }
            path, line { fill: none; stroke: var(--line); stroke-width: 1.4; }
            .compact path { stroke-width: 1; }
            path.hit { stroke: transparent; stroke-width: 9; }
            .mtu path.seen, line.mtu { stroke: var(--mtu); stroke-width: 2.4; stroke-dasharray: 7 4; }
            .slow path.seen, line.slow { stroke: var(--slow); stroke-width: 2.4; stroke-dasharray: 2 3; }
            .mtu.slow path.seen, line.mtu.slow { stroke: var(--mtu); stroke-dasharray: 7 3 2 3; }
            .node.mtu rect { stroke: var(--mtu); stroke-width: 2; stroke-dasharray: 7 4; }
            .node.slow rect { stroke: var(--slow); stroke-width: 2; stroke-dasharray: 2 3; }
            .node.mtu.slow rect { stroke: var(--mtu); stroke-dasharray: 7 3 2 3; }
            .cell.mtu rect { fill: var(--mtu); stroke: var(--mtu); }
            .cell.slow rect { fill: none; stroke: var(--slow); stroke-width: 2.5; stroke-dasharray: 2 1.5; }
            .cell.mtu.slow rect { fill: var(--mtu); }
            g:hover > path.seen { stroke-width: 4; } g:hover > rect { stroke-width: 3; }
            """;

    private PictureStyle() {}
}
