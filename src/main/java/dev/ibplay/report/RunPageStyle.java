package dev.ibplay.report;

/** Type and colours of a run's page, light, dark and on paper; and the script that filters its hosts. */
final class RunPageStyle {
    static final String CSS = PictureStyle.COLOURS + """
            :root { --good: #1a6b35; --done: #0b57a4; --bad: #b3261e; --wait: #805600; --bad-back: #fdecea; --panel: #f6f8fa; }
            @media (prefers-color-scheme: dark) {
              :root { --good: #6fcf8a; --done: #7db8f5; --bad: #ff9a92; --wait: #e9bd57; --bad-back: #3a1d1c; --panel: #1a2027; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; max-width: 1180px; padding: 0 20px 40px; background: var(--back); color: var(--text);
              font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
            h1 { font-size: 24px; margin: 24px 0 4px; } h2 { font-size: 19px; margin: 34px 0 8px; } h3 { font-size: 16px; margin: 18px 0 6px; }
            p { margin: 6px 0; } a { color: var(--done); }
            code, pre, .m { font: 13px/1.45 ui-monospace, monospace; }
            .soft { color: var(--soft); }
            .good { color: var(--good); } .done { color: var(--done); } .bad { color: var(--bad); } .wait { color: var(--wait); }
            .counts { display: flex; flex-wrap: wrap; gap: 8px; padding: 0; margin: 14px 0; list-style: none; }
            .counts li { border: 1px solid var(--line); border-radius: 8px; padding: 6px 14px; min-width: 92px; }
            .counts b { display: block; font-size: 22px; line-height: 1.2; }
            .note { border-left: 4px solid var(--bad); background: var(--bad-back); padding: 8px 14px; margin: 10px 0; border-radius: 0 6px 6px 0; }
            .note.wait { border-color: var(--wait); background: var(--panel); color: var(--text); }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0; }
            dt { color: var(--soft); } dd { margin: 0; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; margin: 6px 0 12px; }
            th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
            td:first-child, td.bad, td.good, td.done, td.wait, .h b, .h i[class] { overflow-wrap: break-word; }
            th { color: var(--soft); font-weight: 600; } td.n, th.n { text-align: right; white-space: nowrap; }
            .filter { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 8px 0; } .filter[hidden] { display: none; }
            .filter input, .filter select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--edge); border-radius: 6px; padding: 4px 8px; }
            .h { border-bottom: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 34px; } .h[hidden] { display: none; }
            .h > summary { display: grid; grid-template-columns: 14px minmax(9em, 1.2fr) 8em 3fr 5em; gap: 10px; padding: 5px 4px; cursor: pointer; list-style: none; }
            .h > summary::-webkit-details-marker { display: none; }
            .h > summary::before { content: "\\25B8"; color: var(--soft); } .h[open] > summary::before { content: "\\25BE"; }
            .h > summary:hover { background: var(--panel); } .h > div { padding: 2px 4px 10px 28px; }
            .h i { font-style: normal; } .h i:last-child { text-align: right; }
            pre { background: var(--panel); padding: 10px 12px; border-radius: 6px; overflow-x: auto; overflow-wrap: normal; margin: 6px 0; }
            ins { color: var(--good); text-decoration: none; } del { color: var(--bad); text-decoration: none; }
            .time { margin: 8px 0; } .lane { position: relative; height: 9px; margin: 1px 0; }
            .named .lane { height: 18px; margin: 2px 0; }
            .lane i { position: absolute; top: 0; bottom: 0; min-width: 2px; background: var(--done); border-radius: 1px; }
            .lane i.ok { background: var(--edge); }
            .lane i.x { background: repeating-linear-gradient(45deg, var(--bad) 0 4px, var(--back) 4px 6px); border: 1px solid var(--bad); }
            .named { display: grid; grid-template-columns: minmax(6em, max-content) 1fr; column-gap: 10px; } .named b { font-weight: 400; font-size: 13px; line-height: 22px; }
            .axis { position: relative; height: 20px; border-top: 1px solid var(--edge); font-size: 12px; color: var(--soft); }
            .axis span { position: absolute; transform: translateX(-50%); white-space: nowrap; } .axis span:first-child { transform: none; } .axis span:last-child { transform: translateX(-100%); }
            .key i { display: inline-block; width: 22px; height: 10px; position: static; margin: 0 5px 0 14px; }
            .pair { display: flex; flex-wrap: wrap; gap: 0 14px; } .pair > * { flex: 1 1 440px; min-width: 0; }
            .fabric h4 { margin: 4px 0; } .fabric { border: 1px solid var(--line); border-radius: 8px; padding: 10px 14px; margin: 10px 0; }
            .fabric .legend { font-size: 13px; color: var(--soft); } .fabric section { padding: 8px 0 0; }
            @media (max-width: 700px) {
              body { padding: 0 12px 30px; }
              .h > summary { grid-template-columns: 14px 1fr auto; } .h > summary i:nth-of-type(3) { grid-column: 2 / -1; } .h > summary i:last-child { display: none; }
              .h > div { padding-left: 8px; } dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } }
            @media print { body { max-width: none; font-size: 11px; } .filter { display: none; } .wide { overflow: visible; } .h > summary { break-inside: avoid; } }
            """ + PictureStyle.DRAWING;

    /** Without it all hosts are there, one after the other. */
    static final String SCRIPT = """
            (function () {
              var form = document.querySelector('.filter'), hosts = document.querySelectorAll('.h');
              if (!form) { return; }
              var text = form.querySelector('input'), state = form.querySelector('select'), shown = form.querySelector('output');
              function filter() {
                var word = text.value.toLowerCase(), count = 0;
                hosts.forEach(function (host) {
                  var fits = host.id.slice(2).toLowerCase().indexOf(word) >= 0 && (!state.value || host.dataset.s === state.value);
                  host.hidden = !fits;
                  count += fits ? 1 : 0;
                });
                shown.textContent = count + ' of ' + hosts.length + ' shown';
              }
              text.addEventListener('input', filter);
              state.addEventListener('change', filter);
              form.hidden = false;
              filter();
              function open() {
                var target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
                if (target && target.tagName === 'DETAILS') { target.hidden = false; target.open = true; target.scrollIntoView(); }
              }
              window.addEventListener('hashchange', open);
              open();
            })();
            """;

    private RunPageStyle() {}
}
