/// A whole page: the same head, style and script for whatever it shows.
struct PageDocument {
  let title: String
  /// What stands below the title, as HTML.
  let header: String
  let main: String

  /// The text of the file. It can load nothing, and runs no script but its own.
  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'; script-src '\(Self.scriptChecksum)'; base-uri 'none'; \
    form-action 'none'">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="dotransition">
    <title>\(Markup.text(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(Markup.text(title))</h1>
    \(header)
    <div class="tools"><button type="button" id="motion" aria-pressed="false">Pause</button>\
    <p class="keys"><kbd>←</kbd> <kbd>→</kbd> from one to the next, <kbd>c</kbd> copies its words, \
    <kbd>p</kbd> pauses</p></div>
    </header>
    <main>
    \(main)
    </main>
    <footer><p>Made with dotransition. \
    This page is one file: it needs no network, and sends nothing.</p></footer>
    <p id="said" role="status"></p>
    <script>\(Self.script)</script>
    </body>
    </html>

    """
  }
}

extension PageDocument {
  /// What browsers compare the script with: SHA-256, in base 64.
  static let scriptChecksum = "sha256-7Zrkhe7WPwW+RNQm++7wnpGtAvMgWR9LWIzw0iNSyGo="

  /// Copies words, pauses, and goes from card to card by keys.
  static let script = """
    (function () {
      'use strict';
      var page = document, said = page.getElementById('said');
      var button = page.getElementById('motion'), timer;
      page.documentElement.className = 'scripted';
      function say(text) {
        said.textContent = text;
        clearTimeout(timer);
        timer = setTimeout(function () { said.textContent = ''; }, 3000);
      }
      function copy(id) {
        var code = page.getElementById(id), text = code.textContent;
        function done() { say('Copied: ' + text); }
        function select() {
          var range = page.createRange(), selection = getSelection();
          range.selectNodeContents(code);
          selection.removeAllRanges();
          selection.addRange(range);
          if (page.execCommand('copy')) done(); else say('Selected: ' + text);
        }
        if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, select);
        else select();
      }
      var rests = matchMedia('(prefers-reduced-motion: reduce)').matches;
      function rest(on) {
        rests = on;
        page.querySelectorAll('source').forEach(function (source) {
          source.media = on ? 'all' : 'not all';
        });
        show();
      }
      function show() {
        button.textContent = rests ? 'Play' : 'Pause';
        button.setAttribute('aria-pressed', rests);
      }
      show();
      button.addEventListener('click', function () { rest(!rests); });
      page.addEventListener('click', function (event) {
        var copier = event.target.closest('.copy');
        if (copier) copy(copier.dataset.of);
      });
      page.addEventListener('keydown', function (event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        var cards = Array.from(page.querySelectorAll('.card'));
        var card = page.activeElement.closest('.card'), step = 0;
        if (event.key === 'ArrowRight' || event.key === 'j') step = 1;
        if (event.key === 'ArrowLeft' || event.key === 'k') step = -1;
        if (step) {
          var next = card ? cards[cards.indexOf(card) + step] : cards[0];
          if (next) { next.focus(); event.preventDefault(); }
        }
        if (event.key === 'c' && card) {
          var copier = card.querySelector('.copy');
          if (copier) copy(copier.dataset.of);
        }
        if (event.key === 'p') rest(!rests);
      });
    })();
    """

  static let style = """
    :root { color-scheme: light dark; --paper: #f6f4ef; --card: #fffefb; --ink: #1e1c19;
      --soft: #69645b; --line: #ded8cc; --mark: #a8361d; --code: #f0ece3; --note: #6b4a00;
      --noted: #f8ecd0; }
    @media (prefers-color-scheme: dark) { :root { --paper: #131211; --card: #1c1b19;
      --ink: #ece8e0; --soft: #a49d91; --line: #35322d; --mark: #ff8f6b; --code: #262421;
      --note: #f0cd87; --noted: #2e2719; } }
    * { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
    body { margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
    header, main, footer { max-width: 90rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3.5rem); }
    header { padding-top: clamp(1.5rem, 5vw, 4rem); }
    h1 { margin: 0; font-size: clamp(1.7rem, 5vw, 3.2rem); line-height: 1.08; font-weight: 650;
      letter-spacing: -.03em; overflow-wrap: anywhere; }
    p { margin: 0; }
    img { display: block; max-width: 100%; height: auto; border-radius: 3px; }
    .facts { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; margin: .9rem 0 0; padding: 0;
      list-style: none; color: var(--soft); font-variant-numeric: tabular-nums; }
    .facts b { color: var(--ink); font-weight: 600; }
    .strip { height: 2.6rem; margin-top: 1.6rem; border-radius: 4px; }
    .tools { display: none; align-items: center; flex-wrap: wrap; gap: .4rem 1.2rem;
      margin-top: 1.4rem; color: var(--soft); font-size: .85rem; }
    .scripted .tools { display: flex; }
    kbd { display: inline-block; min-width: 1.5em; padding: 0 .35em; border: 1px solid var(--line);
      border-radius: 4px; background: var(--card); font: inherit; text-align: center; }
    button { padding: .28rem .8rem; border: 1px solid var(--line); border-radius: 99px;
      background: var(--card); color: var(--ink); font: inherit; font-size: .85rem;
      cursor: pointer; }
    button:hover { border-color: var(--mark); color: var(--mark); }
    :focus-visible { outline: 2px solid var(--mark); outline-offset: 3px; }
    nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.1rem; margin: 1.4rem 0 0; padding: 0;
      list-style: none; }
    nav a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .25em; }
    nav a:hover { color: var(--mark); text-decoration-color: currentColor; }
    nav span { color: var(--soft); font-size: .8rem; font-variant-numeric: tabular-nums; }
    .remarks, .card .remark { margin: .4rem 0 0; padding: .35rem .6rem; border-radius: 4px;
      background: var(--noted); color: var(--note); font-size: .85rem; overflow-wrap: anywhere; }
    .remarks { margin-top: 1.4rem; padding: .6rem .6rem .6rem 1.8rem; }
    section { margin-top: 3rem; }
    h2 { margin: 0; font-size: 1.35rem; font-weight: 650; letter-spacing: -.015em; }
    h2 + p { color: var(--soft); }
    .cards { display: grid; margin: 1.1rem 0 0; padding: 0; list-style: none; }
    .card { min-width: 0; background: var(--card); border: 1px solid var(--line);
      border-radius: 8px; }
    .card h3 { margin: 0; font-size: 1rem; font-weight: 650; overflow-wrap: anywhere; }
    .looks { gap: 1.2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
    .look { display: flex; flex-direction: column; overflow: hidden; }
    .look picture { display: flex; justify-content: center; background: var(--code); }
    .look img { width: 100%; border-radius: 0; }
    .upright .look img { width: auto; }
    .look div.about { display: flex; flex: 1; flex-direction: column; padding: .7rem .9rem .9rem; }
    .look p { flex: 1; margin-bottom: .6rem; color: var(--soft); font-size: .9rem; }
    .scenes { gap: 1.1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
    .item, .step { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .2rem 1rem;
      align-items: start; padding: .9rem; }
    .item img, .step img { max-width: none; }
    .step { border-top: 1px solid var(--line); }
    .step h3 { color: var(--mark); }
    .time { color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
    .time b { color: var(--ink); font-weight: 600; }
    .detail { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere; }
    blockquote { margin: .3rem 0 0; padding-left: .6rem; border-left: 2px solid var(--mark);
      font-size: .9rem; white-space: pre-line; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: 0 .8rem; margin: .2rem 0 0; font-size: .8rem;
      color: var(--soft); }
    dl div { display: flex; gap: .3rem; min-width: 0; }
    dd { margin: 0; color: var(--ink); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .command { display: flex; align-items: flex-start; gap: .5rem; padding: .4rem .4rem .4rem .6rem;
      border-radius: 6px; background: var(--code); }
    .step .command { grid-column: 1 / -1; margin-top: .5rem; }
    code { flex: 1; min-width: 0; align-self: center; white-space: pre-wrap;
      overflow-wrap: anywhere;
      font: .78rem/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    code span { display: inline-block; max-width: 100%; }
    .copy { display: none; padding: .1rem .6rem; font-size: .78rem; }
    .scripted .copy { display: block; }
    .total { margin-top: 1.6rem; font-size: 1.1rem; font-variant-numeric: tabular-nums; }
    footer { padding-top: 3rem; padding-bottom: 3rem; color: var(--soft); font-size: .85rem; }
    #said { position: fixed; inset: auto 0 1.2rem; width: fit-content; max-width: calc(100% - 2rem);
      margin: 0 auto; padding: .5rem 1rem; border-radius: 8px; background: var(--ink);
      color: var(--paper); font-size: .85rem; overflow-wrap: anywhere; }
    #said:empty { display: none; }
    @media (max-width: 40rem) { .keys { display: none; } .strip { height: 1.8rem; } }
    @media print { .tools, .copy, footer { display: none !important; } .card { break-inside: avoid; } }
    """
}
