/** Packages that check, change and search data. */
import type { Jobs } from "../job.ts";

const rowSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["id", "name"],
    properties: {
      id: { type: "integer" },
      name: { type: "string", minLength: 2, maxLength: 40 },
      email: { type: "string", pattern: "^[^@]+@[^@]+$" },
      tags: { type: "array", maxItems: 5, items: { enum: ["a", "b", "c"] } },
      place: { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } },
    },
  },
};

export const data: Jobs = {
  ajv: {
    uses: { ajv: "8.20.0" },
    // Code that is made while the program runs is never preemptable, so the validator is made before.
    make(require) {
      const { default: Ajv } = require("ajv");
      const { default: standalone } = require("ajv/dist/standalone");
      const ajv = new Ajv({ allErrors: true, code: { source: true, esm: true } });
      return standalone(ajv, ajv.compile(rowSchema));
    },
    module: `import validate from "virtual:made"; import { rows } from "inputs";
const data = rows(5000);
export const once = () => JSON.stringify([validate(data), validate.errors?.length]);`,
  },
  zod: {
    uses: { zod: "4.6.7" },
    module: `import { z } from "zod"; import { rows } from "inputs";
const Row = z.object({ id: z.number().int(), name: z.string().min(2).max(40), email: z.email(), tags: z.array(z.enum(["a", "b", "c"])).max(5), place: z.object({ x: z.number(), y: z.number() }).optional() });
const data = rows(1500);
export const once = () => JSON.stringify(z.array(Row).safeParse(data).error.issues);`,
  },
  joi: {
    uses: { joi: "18.3.2" },
    module: `import Joi from "joi"; import { rows } from "inputs";
const Row = Joi.object({ id: Joi.number().integer(), name: Joi.string().min(2).max(40), email: Joi.string().email({ tlds: false }), group: Joi.string(), value: Joi.number(), tags: Joi.array().items(Joi.string().valid("a", "b", "c")), place: Joi.object({ x: Joi.number(), y: Joi.number() }) });
const data = rows(300);
export const once = () => JSON.stringify(Joi.array().items(Row).validate(data, { abortEarly: false }).error.details.map(({ message }) => message));`,
  },
  immutable: {
    uses: { immutable: "5.2.1" },
    module: `import { fromJS, List, Map } from "immutable"; import { rows } from "inputs";
const data = rows(400);
export const once = () => {
  let state = fromJS({ rows: data });
  for (let i = 0; i < 400; i++) state = state.setIn(["rows", i, "place", "x"], i).updateIn(["rows", i, "tags"], (tags) => tags.push("d"));
  const groups = state.get("rows").groupBy((row) => row.get("group")).map((group) => group.sortBy((row) => row.get("value")).map((row) => row.get("name")).toList());
  return JSON.stringify(groups.toJS()) + Map({ a: List([1, 2]) }).equals(Map({ a: List([1, 2]) }));
};`,
  },
  immer: {
    uses: { immer: "11.2.10" },
    module: `import { produce } from "immer"; import { rows } from "inputs";
const data = { rows: rows(300) };
export const once = () => {
  let state = data;
  for (let i = 0; i < 60; i++) state = produce(state, (draft) => { for (let k = i; k < 300; k += 20) { draft.rows[k].place.x++; draft.rows[k].tags.push("d"); } });
  return JSON.stringify(state);
};`,
  },
  "lodash-es": {
    uses: { "lodash-es": "4.18.1" },
    module:
      `import { chain, cloneDeep, groupBy, isEqual, mapValues, merge, orderBy, sumBy, uniqBy } from "lodash-es"; import { rows } from "inputs";
const data = rows(800);
export const once = () => {
  const copy = cloneDeep(data);
  const sorted = orderBy(copy, ["group", "value"], ["asc", "desc"]);
  const sums = mapValues(groupBy(sorted, "group"), (group) => sumBy(group, "value"));
  return JSON.stringify([isEqual(copy, data), sums, uniqBy(sorted, "place.x").length, merge({}, sorted[0], sorted[1])]);
};`.replace("chain, ", ""),
  },
  mathjs: {
    uses: { mathjs: "15.2.0" },
    module: `import { create, all } from "mathjs";
const math = create(all);
const matrix = Array.from({ length: 12 }, (_, i) => Array.from({ length: 12 }, (_, k) => ((i * 7 + k * 3) % 11) + (i === k ? 12 : 0)));
export const once = () => {
  const rounded = (value) => math.format(value, { precision: 8 });
  return [math.inv(matrix), math.derivative("x^3 * sin(2 x) + exp(x / 3)", "x").toString(), math.simplify("2 x + 3 x - (x + y) * 2").toString(), math.evaluate("sum(map([1, 2, 3], f(x) = x ^ 2)) + 5 cm / 2 mm"), math.bignumber(2).sqrt()].map(rounded).join();
};`,
  },
  rxjs: {
    uses: { rxjs: "7.8.2" },
    module: `import { from, groupBy, map, mergeMap, filter, reduce, scan, toArray, zip, of, concatMap } from "rxjs"; import { rows } from "inputs";
const data = rows(3000);
export const once = () => {
  let result = "";
  from(data).pipe(filter(({ value }) => value % 3 > 0), groupBy(({ group }) => group), mergeMap((group) => group.pipe(map(({ value }) => value), scan((a, b) => a + b, 0), reduce((a, b) => Math.max(a, b), 0))), concatMap((value) => zip(of(value), of(1))), toArray()).subscribe((all) => { result = JSON.stringify(all); });
  return result;
};`,
  },
  yjs: {
    uses: { yjs: "13.6.33" },
    module: `import * as Y from "yjs"; import { hash } from "inputs";
export const once = () => {
  const docs = [1, 2, 3].map((id) => { const doc = new Y.Doc(); doc.clientID = id; return doc; });
  for (let i = 0; i < 300; i++) {
    const doc = docs[i % 3];
    const text = doc.getText("t");
    text.insert((i * 31) % (text.length + 1), "word " + i);
    doc.getMap("m").set("k" + (i % 20), i);
    if (i % 5 === 0) text.delete(0, Math.min(3, text.length));
    if (i % 30 === 0) for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  }
  for (const one of docs) for (const other of docs) Y.applyUpdate(other, Y.encodeStateAsUpdate(one));
  return hash(Y.encodeStateAsUpdate(docs[0])) + docs.map((doc) => doc.getText("t").toString()).join();
};`,
  },
  "fuse.js": {
    uses: { "fuse.js": "7.5.0" },
    module: `import Fuse from "fuse.js"; import { documents } from "inputs";
const all = documents(300);
export const once = () => JSON.stringify(["kalo", "miternaves", "shipal"].map((word) => new Fuse(all, { keys: ["title", "text"], includeScore: true }).search(word).map(({ refIndex }) => refIndex)));`,
  },
  lunr: {
    uses: { lunr: "2.3.9" },
    module: `import lunr from "lunr"; import { documents } from "inputs";
const all = documents(150);
export const once = () => {
  const index = lunr(function () { this.ref("id"); this.field("title"); this.field("text"); for (const one of all) this.add(one); });
  return JSON.stringify(["kalo*", "miter~1", "+shi* -pal*"].map((query) => index.search(query).map(({ ref }) => ref)));
};`,
  },
  minisearch: {
    uses: { minisearch: "7.2.0" },
    module: `import MiniSearch from "minisearch"; import { documents } from "inputs";
const all = documents(250);
export const once = () => {
  const index = new MiniSearch({ fields: ["title", "text"] });
  index.addAll(all);
  return JSON.stringify(["kalo", "miter naves", "shi"].map((query) => index.search(query, { prefix: true, fuzzy: 0.2 }).map(({ id }) => id)));
};`,
  },
};
