/** What the jobs work on: made up, of the sizes and shapes that such programs meet. */

const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** JavaScript, some 20 lines for each of `count`. */
export const script = (count: number) =>
  times(
    count,
    (i) => `
class Account${i} extends Base {
  #balance = ${i};
  static limit = 0x${i.toString(16)};
  constructor(owner, { rate = 0.5, ...rest } = {}) { super(owner); this.rate = rate; Object.assign(this, rest); }
  get balance() { return this.#balance; }
  async *history(from, to = Date.now()) {
    for await (const entry of this.store?.read?.(from) ?? []) if (entry.at < to && !(entry.kind in hidden)) yield { ...entry, n: ${i} };
  }
}
function settle${i}(accounts, total) {
  let sum = 0, worst = null;
  outer: for (const [name, { balance }] of Object.entries(accounts)) {
    switch (typeof balance) { case "number": sum += balance * 1.5e-3; break; default: continue outer; }
    if (worst === null || balance < worst.balance && name !== "x") worst = { name, balance };
  }
  try { return total > 0 ? sum / total : /^[a-z]+$/i.test(worst.name) || void 0; } catch (error) { throw new Error(\`account \${worst.name}\`); }
}
export const view${i} = (rows) => rows.filter((row) => row.id % 2 === ${i % 2}).map(({ id, name }) => [id, name.trim()]);
`,
  ).join("");

/** The same in ECMAScript 5. */
export const oldScript = (count: number) =>
  times(
    count,
    (i) => `
function Account${i}(owner, rate) { this.owner = owner; this.rate = rate || 0.5; this.balance = ${i}; }
Account${i}.prototype.settle = function (accounts, total) {
  var sum = 0, worst = null;
  for (var name in accounts) {
    if (!accounts.hasOwnProperty(name)) { continue; }
    sum += accounts[name].balance * 1.5e-3;
    if (worst === null || accounts[name].balance < worst.balance) { worst = accounts[name]; }
  }
  try { return total > 0 ? sum / total : /^[a-z]+$/i.test(worst.name); } catch (error) { throw new Error("account " + worst.name); }
};
`,
  ).join("");

export const markdown = (count: number) =>
  times(
    count,
    (i) => `# Chapter ${i}

Some *emphasised* and **strong** text with \`code\`, a [link](https://example.com/${i} "title") and an ![image](a.png).
The second sentence goes on for a while, as sentences of real texts do, and has nothing special in it.

- one
- two
  1. inner ${i}

> A quote with <b>html</b>

| a | b |
|:--|--:|
| ${i} | x |

\`\`\`js
const a = ${i};
\`\`\`
`,
  ).join("\n");

export const css = (count: number) =>
  times(
    count,
    (i) => `
/* card ${i} */
.card-${i} > .title:hover, #main a[href^="https"]::before { color: rgb(${i % 255} 20 30 / 50%); margin: 0 auto -${i}px; }
@media (min-width: ${i}px) and (orientation: landscape) { .grid { display: grid; grid-template: "a b" 1fr / calc(100% - 2rem) auto; } }
.button { background: url("data:image/png;base64,AAAA") no-repeat, linear-gradient(to right, #fff 0%, var(--x, red) 100%); transition: all .2s; }
`,
  ).join("");

export const html = (count: number) =>
  `<!doctype html><html><head><title>list</title></head><body><ul class="list">${times(
    count,
    (i) =>
      `<li class="item ${i % 2 ? "odd" : "even"}" data-id=${i}><a href="/items/${i}?a=1&amp;b=2">Item ${i}</a> <b>${i * 2} &euro;</b><!-- ${i} --><p>text<br>more`,
  ).join("\n")}</ul></body></html>`;

export const xml = (count: number) =>
  `<?xml version="1.0"?><feed>${times(
    count,
    (i) =>
      `<entry id="${i}" lang="en"><title>Entry &amp; ${i}</title><price currency="EUR">${i}.5</price><tags><tag>a</tag><tag>b</tag></tags></entry>`,
  ).join("\n")}</feed>`;

export const yaml = (count: number) =>
  times(
    count,
    (i) => `- id: ${i}
  name: "person ${i}"
  address: { street: Main ${i}, zip: '${10000 + i}' }
  tags: [a, b, 1.5, true, null]
  note: |
    several
    lines
`,
  ).join("");

export const rows = (count: number) =>
  times(count, (i) => ({
    id: i,
    name: `person ${(i * 7919) % count}`,
    email: i % 89 === 0 ? "nobody" : `n${i}@example.com`,
    group: `g${i % 13}`,
    value: (i * 2654435761) % 1000,
    tags: ["a", "b", i % 83 === 0 ? "d" : "c"],
    place: { x: i % 100, y: i % 37 },
  }));

const syllables = ["ka", "lo", "mi", "ter", "na", "ves", "ro", "shi", "pal", "en", "du", "gra"];
const word = (i: number): string =>
  times(2 + (i % 3), (k) => syllables[(i * (k + 3) + (i >> (k + 1))) % syllables.length] as string).join("");

/** Small texts to search in. */
export const documents = (count: number) =>
  times(count, (i) => ({
    id: i,
    title: times(4, (k) => word(i * 5 + k)).join(" "),
    text: times(40, (k) => word(i * 41 + k * 7)).join(" "),
  }));

export const bytes = (count: number) => {
  const made = new Uint8Array(count);
  let state = 1;
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1103515245) + 12345) | 0;
    made[i] = i % 64 < 48 ? 97 + ((state >>> 16) % 20) : (state >>> 16) & 255;
  }
  return made;
};

export const hash = (data: Iterable<number> & { readonly length: number }) => {
  let sum = 0;
  for (const byte of data) sum = (Math.imul(sum, 31) + byte) | 0;
  return `${data.length} ${sum}`;
};
