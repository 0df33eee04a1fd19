import { type NastyProgram, v } from "./program.ts";

/** Tagged templates whose tags are suspended. */
export const templates: NastyProgram[] = [
  {
    name: "a tag that is suspended gets its strings, its values and its this, in the order of the source",
    code: `${v} const all = []; /** @preempt */ function tag(s, ...xs) { all.push(s); let text = s[0] + "|" + s.raw[0]; for (let i = 0; i < xs.length; i++) text += v(xs[i]) + s[i + 1]; return [this === undefined, text, xs.length]; }
      class A { #n = 1; /** @preempt */ tag(s, ...xs) { for (const x of xs) this.#n += x; return [s.length, v(this.#n)]; } /** @preempt */ #own(s, x) { return v(this.#n + x); } all(x) { return x; } /** @preempt */ own(o, x) { return [o.#own\`a\${v(x)}\`, this.#own\`\${x}\`]; } }
      class B extends A { /** @preempt */ tag(s, ...xs) { return [super.tag\`x\${v(1)}y\${2}\`, super["tag"]\`z\`, v("B"), ...xs]; } }
      let n = 0; const o = { get tag() { log("read"); return tag; }, get o() { log("o"); return this; }, keys: { tag } };
      /** @preempt */ function main() { let f = tag; const out = [tag\`a\\n\${1}b\${v(2)}c\`, o.o.tag\`x\${v(3)}\`, o.keys[v("tag")]\`\${((n += 1), n)}\${v(n)}\${n++}\`, f\`\${(f = undefined)}\${v(4)}\`, f, n, new A().tag\`\${5}\`, new B().tag\`\${6}\`, new A().own(new A(), 7), (o.o.tag)\`p\`, ((a) => tag)()\`\${8}\`, tag\`1\`.length, tag\`\${tag\`in\${v(9)}\`}\`, String.raw\`\\n\${v(10)}\`, \`\${tag\`t\`}\`];
        tag\`effect\${v(11)}\`; for (let i = 0; i < 3; i++) tag\`same\`; const last = all.slice(-3); out.push(last[0] === last[1] && last[1] === last[2], all.every(Object.isFrozen)); return out; }`,
  },
  {
    name: "what is no tag says so where it stands, once the values of its template are there",
    code: `${v} const o = { n: 1, get g() { log("read"); return undefined; } }; let u;
      /** @preempt */ function fails(n) { switch (n) { case 0: return u\`a\`; case 1: return u\`\${v(1)}\`; case 2: return o.n\`\${v(2)}\`; case 3: return o.g\`x\`; case 4: return o.none.x\`\${v(3)}\`; case 5: return o["n"]\`\${v(4)}\`; case 6: return v(7)\`x\`; case 7: return o.n\`\`\`\`; case 8: u\`\`; } throw tagged\`\${n}\`; }
      /** @preempt */ function tagged(s, n) { for (let i = 0; i < 2; i++) v(i); if (n === 10) return s\`a\`; throw new Error("tag " + n); }
      /** @preempt */ function main() { const out = []; for (let i = 0; i < 11; i++) { try { out.push(fails(i)); } catch (e) { out.push(e); } } return out; }`,
  },
  {
    name: "tags of async functions, of generators and of callbacks",
    isAsync: true,
    code: `${v} /** @preempt */ async function later(s, ...xs) { let n = s.length; for (const x of xs) n += await v(x); return n; }
      /** @preempt */ function tag(s, x) { v(x); return x; }
      function* made(s, x) { yield s[0]; yield x; }
      /** @preempt */ async function tail(x) { return later\`a\${x}b\${2}\`; }
      /** @preempt */ function maps(xs) { return xs.map((x) => tag\`m\${x}\`); } /** @preempt */ const arrow = (x) => tag\`\${x}\`; /** @preempt */ function either(a) { return a ? tag\`\${1}\` : a ?? tag\`\${2}\`; } /** @preempt */ function tried(x) { try { return tag\`\${x}\`; } finally { v("end"); } }
      /** @preempt */ async function main() { const out = [await later\`x\${1}\`, await tail(3), tag\`s\${await later\`\`}\`, [...made\`p\${tag\`q\`}\`], maps([1, 2, 3]), arrow(4), either(0), either(1), either(), tried(5)]; return out; }`,
  },
];
