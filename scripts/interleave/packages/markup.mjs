// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
// Texts that become HTML: Markdown, highlighting, formulas.
const markdown = [
  '# Title\n\nA *word*, **two *three* __four__** ***five* six** `three` [link](http://a.b "t") and ![image][ref].\n\n- one\n- two\n  1. three\n\n> quote\n\n[ref]: http://c.d\n',
  "```js\nlet a = 1;\n```\n\n| a | b |\n|---|:-:|\n| 1 | *2* |\n\nline  \nbreak <b>html</b> &amp; <http://auto.link>\n\n***\n",
  "Setext\n======\n\n* [x] task ~~gone *and* __more *emphasis* here__~~ https://bare.link\n\n    code\n\n1. a\n\n   b\n2. c\n\n[a]: <x y> 'z'\n[a] and [text][a]\n",
];

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "marked",
    packages: { marked: "18.0.9" },
    async load() {
      const { marked, parseInline } = await import("marked");
      return {
        document: () => marked(markdown[0]),
        table: () => marked(markdown[1], { gfm: true, breaks: true }),
        references: () => [marked(markdown[2], { pedantic: true }), parseInline("a *b* `c`")],
      };
    },
  },
  {
    name: "markdown-it",
    packages: { "markdown-it": "14.1.0" },
    async load() {
      const { default: MarkdownIt } = await import("markdown-it");
      const all = new MarkdownIt({ html: true, linkify: true, typographer: true });
      return {
        document: () => all.render(markdown[0]),
        table: () => all.render(markdown[1]),
        references: () => all.render(`${markdown[2]}\n"Quotes" -- (c) www.example.org`),
      };
    },
  },
  {
    name: "highlight.js",
    packages: { "highlight.js": "11.12.0" },
    async load() {
      const { default: hljs } = await import("highlight.js/lib/common");
      return {
        javascript: () =>
          hljs.highlight("const a = `x${b + 1}`; // c\nclass A extends B { get y() { return /re/g.test(s) } }", {
            language: "javascript",
          }).value,
        markup: () =>
          hljs.highlight("<div class='a'>x<script>let a=1;</script><style>a{b:c}</style></div>", { language: "xml" })
            .value,
        guessed: () => {
          const { language, relevance, value } = hljs.highlightAuto("def f(x):\n  return [i for i in x if i > 'a']", [
            "python",
            "ruby",
            "css",
          ]);
          return [language, relevance, value];
        },
      };
    },
  },
  {
    name: "prismjs",
    packages: { prismjs: "1.30.0" },
    async load() {
      const { default: Prism } = await import("prismjs");
      return {
        javascript: () =>
          Prism.highlight(
            "const a = `x${b + `c${1}`}`; /re[g]ex/gi.test(s); // c\nclass A { #x = 1; get y() { return this.#x } }",
            Prism.languages.javascript,
            "javascript",
          ),
        markup: () =>
          Prism.highlight(
            "<div class='a'>x<script>let a=1;</script><style>a{b:c}</style></div>",
            Prism.languages.markup,
            "markup",
          ),
        css: () =>
          Prism.highlight("@media (x) { a:hover > b { color: red !important; } } /* c */", Prism.languages.css, "css"),
      };
    },
  },
  {
    name: "katex",
    packages: { katex: "0.19.1" },
    async load() {
      const { default: katex } = await import("katex");
      return {
        fraction: () => katex.renderToString("\\frac{a_1^2}{\\sqrt{b+c}} + \\sum_{i=0}^n x_i"),
        matrix: () =>
          katex.renderToString("\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix} \\cdot \\vec{x}", {
            displayMode: true,
          }),
        macros: () =>
          katex.renderToString("\\def\\f#1{\\left(#1\\right)} \\f{\\alpha} \\ne \\color{red}{\\mathbb R} \\text{ab}", {
            throwOnError: false,
          }),
      };
    },
  },
  {
    name: "showdown",
    packages: { showdown: "2.1.0" },
    async load() {
      const { default: showdown } = await import("showdown");
      const make = (options) => new showdown.Converter(options);
      return {
        document: () => make({}).makeHtml(markdown[0]),
        table: () => make({ tables: true, simpleLineBreaks: true }).makeHtml(markdown[1]),
        references: () =>
          make({ tasklists: true, strikethrough: true, simplifiedAutoLink: true }).makeHtml(markdown[2]),
      };
    },
  },
  {
    name: "remarkable",
    packages: { remarkable: "2.0.1" },
    async load() {
      const { Remarkable } = await import("remarkable");
      const all = new Remarkable({ html: true, typographer: true });
      return {
        document: () => all.render(markdown[0]),
        table: () => all.render(markdown[1]),
        references: () => all.render(markdown[2]),
      };
    },
  },
];
