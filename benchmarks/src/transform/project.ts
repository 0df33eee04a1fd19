/**
 * A TypeScript project of any size, made from a seed: modules of entities, stores, numeric code, tokenizers, services
 * and graph walks that import each other. Ordinary code on purpose; what the compiler spends on it is what it spends
 * on an application.
 *
 * It is long because most of it is the text of the modules that it writes.
 */

export interface ProjectOptions {
  readonly seed: number;
  /** About how many lines in all. */
  readonly lines: number;
  /** Which part of the functions gets an annotation: 0 to 1. */
  readonly annotated: number;
}

export interface Project {
  /** File name, without a folder, to text. */
  readonly files: ReadonlyMap<string, string>;
  readonly lines: number;
  readonly functions: number;
  readonly annotations: number;
}

export function generateProject({ seed, lines, annotated }: ProjectOptions): Project {
  const files = new Map<string, string>();
  let total = 0;
  let functions = 0;
  let annotations = 0;
  for (let id = 0; total < lines; id++) {
    const random = generator(seed + id * 7919);
    // Drawn apart, so that the same project comes out whatever part of it is annotated.
    const lot = generator(seed + id * 104_729 + 1);
    const mark = (text: string): string =>
      text.replace(/^([ \t]*)\/\/ @f\n/gm, (_, indent: string) => {
        functions++;
        if (lot() >= annotated) return "";
        annotations++;
        return `${indent}/** @preempt */\n`;
      });
    const text = mark(moduleText(id, random));
    files.set(`module${id}.ts`, text);
    total += text.split("\n").length - 1;
  }
  return { files, lines: total, functions, annotations };
}

type Random = () => number;

/** mulberry32: small, fast, and the same everywhere. */
function generator(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function moduleText(id: number, random: Random): string {
  const others = id === 0 ? [] : [...new Set([0, 1, 2].map(() => Math.floor(random() * id)))];
  const other = others[0];
  const imports = others.map(
    (o) => `import { type Item${o}, load${o}, rank${o}, score${o}, Store${o}, tokenize${o} } from "./module${o}.js";`,
  );
  const parts = [entity, store, numeric, tokenizer, service, walk, shapes, helpers];
  const body = parts.map((part) => part(id, other, random)).join("\n");
  const used = others
    .slice(1)
    .map((o) => `  load${o}: typeof load${o};\n  item${o}: Item${o};\n  rank${o}: typeof rank${o};`);
  const uses = others
    .slice(1)
    .map((o) => `  total += score${o}([n, ${o}]) + tokenize${o}("a" + n).length + new Store${o}("s${o}").size;`);
  return `${imports.join("\n")}

${body}
/** What this module takes from the others. */
export interface Links${id} {
  name: string;
${used.join("\n")}
}

// @f
export function combine${id}(n: number): number {
  let total = ${Math.floor(random() * 100)};
${uses.join("\n")}
  for (let i = 0; i < n; i++) total += score${id}([i, total]);
  return total;
}
`;
}

function entity(id: number): string {
  return `export type Kind${id} = "small" | "large" | "unknown";

/** One row of table ${id}. */
export interface Item${id} {
  readonly id: number;
  name: string;
  kind: Kind${id};
  tags: string[];
  weights: readonly number[];
  parent?: Item${id} | undefined;
  children: Item${id}[];
  meta: Record<string, string | number | boolean>;
}

// @f
export function makeItem${id}(id: number, name: string, kind: Kind${id} = "unknown"): Item${id} {
  return { id, name, kind, tags: [], weights: [id, id * 2, id * 3], children: [], meta: { created: id, name } };
}
`;
}

function store(id: number, other: number | undefined): string {
  return `export class Store${id}<T extends Item${id} = Item${id}> {
  readonly label: string;
  readonly #items = new Map<number, T>();
  #version = 0;

  constructor(label: string) {
    this.label = label;
  }

  get size(): number {
    return this.#items.size;
  }

  // @f
  add(item: T): this {
    this.#items.set(item.id, item);
    this.#version++;
    return this;
  }

  // @f
  find(predicate: (item: T) => boolean): T | undefined {
    for (const item of this.#items.values()) {
      if (predicate(item)) return item;
    }
    return undefined;
  }

  // @f
  byKind(): Map<Kind${id}, T[]> {
    const groups = new Map<Kind${id}, T[]>();
    for (const item of this.#items.values()) {
      const group = groups.get(item.kind);
      if (group) group.push(item);
      else groups.set(item.kind, [item]);
    }
    return groups;
  }

  // @f
  update(id: number, change: Partial<T>): boolean {
    const item = this.#items.get(id);
    if (item === undefined) return false;
    this.#items.set(id, { ...item, ...change });
    this.#version += ${other === undefined ? "1" : `score${other}([id, 1]) > 0 ? 1 : 2`};
    return true;
  }

  // @f
  static merge<T extends Item${id}>(a: Store${id}<T>, b: Store${id}<T>): Store${id}<T> {
    const merged = new Store${id}<T>(\`\${a.label}+\${b.label}\`);
    for (const source of [a, b]) {
      for (const item of source.#items.values()) merged.add(item);
    }
    return merged;
  }
}
`;
}

function numeric(id: number, _: number | undefined, random: Random): string {
  const factor = Math.floor(random() * 31) + 2;
  return `// @f
export function score${id}(values: readonly number[]): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    const weighted = value * ${factor} - (i % ${factor + 1});
    if (weighted > best) best = weighted;
  }
  return best;
}

// @f
export function smooth${id}(samples: Float64Array, width: number): Float64Array {
  const out = new Float64Array(samples.length);
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    let count = 0;
    for (let j = Math.max(0, i - width); j <= Math.min(samples.length - 1, i + width); j++) {
      sum += samples[j] ?? 0;
      count++;
    }
    out[i] = sum / count;
  }
  return out;
}
`;
}

function tokenizer(id: number): string {
  return `export interface Token${id} {
  type: "name" | "number" | "space" | "other";
  text: string;
  start: number;
}

// @f
export function tokenize${id}(text: string): Token${id}[] {
  const tokens: Token${id}[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const c = text.charCodeAt(at);
    let type: Token${id}["type"];
    switch (true) {
      case (c >= 65 && c <= 90) || (c >= 97 && c <= 122):
        while (at < text.length && /\\w/.test(text.charAt(at))) at++;
        type = "name";
        break;
      case c >= 48 && c <= 57:
        do at++;
        while (at < text.length && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57);
        type = "number";
        break;
      case c === 32 || c === 10:
        at++;
        type = "space";
        break;
      default:
        at++;
        type = "other";
    }
    tokens.push({ type, text: text.slice(start, at), start });
  }
  return tokens;
}
`;
}

function service(id: number, other: number | undefined): string {
  const base = other === undefined ? "[]" : `(await load${other}(key)).map((o) => makeItem${id}(o.id, o.name))`;
  return `const cache${id} = new Map<string, Promise<Item${id}[]>>();

// @f
export async function load${id}(key: string): Promise<Item${id}[]> {
  const cached = cache${id}.get(key);
  if (cached !== undefined) return cached;
  const items: Item${id}[] = ${base};
  for (const token of tokenize${id}(key)) {
    if (token.type !== "name") continue;
    const item = makeItem${id}(token.start, token.text, token.text.length > 3 ? "large" : "small");
    item.tags = await tagsOf${id}(item);
    items.push(item);
  }
  return items;
}

// @f
async function tagsOf${id}(item: Item${id}): Promise<string[]> {
  try {
    const response = await Promise.resolve({ ok: item.id % 2 === 0, tags: [item.name, item.kind] });
    if (!response.ok) throw new Error(\`no tags for \${item.name}\`);
    return response.tags;
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    item.meta["tagged"] = true;
  }
}
`;
}

function walk(id: number): string {
  return `export interface Visit${id} {
  depth: number;
  path: readonly string[];
}

// @f
export function walk${id}(root: Item${id}, enter: (item: Item${id}, visit: Visit${id}) => boolean | undefined): number {
  let seen = 0;
  const go = (item: Item${id}, visit: Visit${id}): void => {
    seen++;
    if (enter(item, visit) === false) return;
    for (const child of item.children) {
      go(child, { depth: visit.depth + 1, path: [...visit.path, child.name] });
    }
  };
  go(root, { depth: 0, path: [root.name] });
  return seen;
}

// @f
export function rank${id}(items: readonly Item${id}[]): Item${id}[] {
  const scored = items.map((item) => ({ item, score: score${id}(item.weights) + item.tags.length }));
  scored.sort((a, b) => b.score - a.score || a.item.name.localeCompare(b.item.name));
  return scored.filter(({ score }) => Number.isFinite(score)).map(({ item }) => item);
}
`;
}

function shapes(id: number, _: number | undefined, random: Random): string {
  const side = Math.floor(random() * 20) + 1;
  return `export abstract class Shape${id} {
  abstract area(): number;

  // @f
  describe(): string {
    const area = this.area();
    return area > ${side * side} ? \`large (\${area.toFixed(1)})\` : "small";
  }
}

export class Square${id} extends Shape${id} {
  constructor(readonly side: number = ${side}) {
    super();
  }

  // @f
  override area(): number {
    return this.side ** 2;
  }
}

export class Polygon${id} extends Shape${id} {
  readonly points: (readonly [number, number])[] = [];

  // @f
  override area(): number {
    let twice = 0;
    for (const [i, [x, y]] of this.points.entries()) {
      const next = this.points[(i + 1) % this.points.length] ?? [0, 0];
      twice += x * next[1] - next[0] * y;
    }
    return Math.abs(twice) / 2;
  }

  // @f
  override describe(): string {
    return \`\${this.points.length} corners, \${super.describe()}\`;
  }
}
`;
}

function helpers(id: number, _: number | undefined, random: Random): string {
  const count = 2 + Math.floor(random() * 4);
  return Array.from({ length: count }, (_unused, n) => {
    const limit = Math.floor(random() * 1000);
    return `// @f
export function pick${id}_${n}<K extends string, V>(from: Partial<Record<K, V>>, keys: readonly K[]): V[] {
  const found: V[] = [];
  for (const key of keys) {
    const value = from[key];
    if (value !== undefined && found.length < ${limit}) found.push(value);
  }
  return found;
}
`;
  }).join("\n");
}
