/** Who read and wrote what in a run, and where each turn began and ended. */
import { type Place, type Site, siteOf } from "./access-notes.ts";
import type { Watch } from "./controlled-run.ts";
import { timer } from "./turns.ts";

/** One access, or several in a row from one place. */
export interface Access {
  /** Index of the job or handler; below 0: a timer, each another number. */
  readonly who: number;
  readonly turn: number;
  readonly isWrite: boolean;
  readonly site: Site;
  /** How many points its job had passed. */
  readonly from: number;
  until: number;
}

/** A variable, or a property of one object. */
export interface Location {
  /** `scratch.x`, as the file calls it. */
  readonly name: string;
  /** Where the variable is declared that holds it, if that is known. */
  readonly declared: { readonly file: string; readonly line: number } | undefined;
  readonly accesses: Access[];
}

/** More accesses of one location are left out in the middle, and locations beyond these altogether. */
const mostAccesses = 200;
const mostLocations = 1_000_000;

const writers = new Set(
  "push pop shift unshift splice sort reverse fill copyWithin set add delete clear append".split(" "),
);
const searching = new Set(["exec", "test"]);

export class AccessLog implements Watch {
  readonly locations: Location[] = [];
  /** The first and the last place of each turn. */
  readonly turns: { first: Place | undefined; last: Place | undefined }[] = [];
  #who = 0;
  #turn = 0;
  #points: () => number = () => 0;
  readonly #variables = new Map<string, Map<unknown, Location>>();
  readonly #properties = new Map<object, Map<unknown, Location>>();
  /** Objects that are the value of a variable. */
  readonly #names = new Map<object, { readonly name: string; readonly file: string; readonly line: number }>();
  /** Of each job: what waits for its key or value, by the site. */
  readonly #waiting = new Map<string, { readonly object: object; readonly key: unknown }[]>();

  counts(points: () => number): void {
    this.#points = points;
  }

  turnStarts(who: number, turn: number): void {
    // Each timer is another one.
    this.#who = who === timer ? -1 - turn : who;
    this.#turn = turn;
    this.turns[turn] = { first: undefined, last: undefined };
  }

  readonly note = (id: number, value: unknown, own: unknown): void => {
    const site = siteOf(id);
    const turn = this.turns[this.#turn];
    if (turn !== undefined) {
      turn.first ??= site;
      turn.last = site;
    }
    switch (site.kind) {
      case "statement":
        break;
      case "read":
      case "write":
      case "update":
        this.#variable(site, own);
        break;
      case "name":
        this.#named(site, value);
        break;
      case "contents":
        if (isObject(value)) this.#accessed(this.#property(value, "contents", site), site, false);
        break;
      case "key": {
        const waiting = this.#take(site.of);
        if (waiting !== undefined) this.#touched(siteOf(site.of), site.of, waiting.object, value);
        break;
      }
      case "done": {
        const waiting = this.#take(site.of);
        if (waiting !== undefined) this.#accessed(this.#property(waiting.object, waiting.key, site), site, true);
        break;
      }
      default:
        if (isObject(value)) this.#member(site, id, value);
    }
  };

  #member(site: Site, id: number, object: object): void {
    this.#named(site, object);
    if (site.waitsForKey) this.#wait(id, object, undefined);
    else this.#touched(site, id, object, site.property);
  }

  #touched(site: Site, id: number, object: object, key: unknown): void {
    const known = typeof key === "object" && key !== null ? "contents" : typeof key === "number" ? String(key) : key;
    if (site.kind === "method") {
      this.#called(site, object, known);
      return;
    }
    const location = this.#property(object, known, site);
    if (site.kind === "get" || site.kind === "change") this.#accessed(location, site, false);
    if (site.kind === "get") return;
    if (site.waitsForValue) this.#wait(id, object, known);
    else this.#accessed(location, site, true);
  }

  /** A method: of what the language defines it is known what it does to the object. */
  #called(site: Site, object: object, name: unknown): void {
    if (object instanceof RegExp) {
      if (!searching.has(name as string) || !(object.global || object.sticky)) return;
      const location = this.#property(object, "lastIndex", site);
      this.#accessed(location, site, false);
      this.#accessed(location, site, true);
    } else if (isCollection(object)) {
      this.#accessed(this.#property(object, "contents", site), site, writers.has(name as string));
    } else this.#accessed(this.#property(object, name, site), site, false);
  }

  #variable(site: Site, own: unknown): void {
    const key = site.variable as string;
    const instances = mapIn(this.#variables, key);
    const location = this.#find(instances, own, () => site.name ?? site.text, site);
    if (site.kind !== "write") this.#accessed(location, site, false);
    if (site.kind !== "read") this.#accessed(location, site, true);
  }

  #named({ name, declared, file }: Site, value: unknown): void {
    if (!isObject(value) || name === undefined || declared === undefined || this.#names.has(value)) return;
    this.#names.set(value, { name, file, line: declared });
  }

  #property(object: object, key: unknown, site: Site): Location | undefined {
    return this.#find(mapIn(this.#properties, object), key, () => this.#nameOf(object, key, site), undefined);
  }

  #nameOf(object: object, key: unknown, site: Site): string {
    const named = this.#names.get(object);
    const what =
      key === "contents" ? "" : typeof key === "string" && !/^\d+$/.test(key) ? `.${key}` : `[${String(key)}]`;
    return named === undefined ? site.text : `${named.name}${what}`;
  }

  #find(map: Map<unknown, Location>, key: unknown, name: () => string, site: Site | undefined): Location | undefined {
    let location = map.get(key);
    if (location === undefined) {
      if (this.locations.length >= mostLocations) return undefined;
      const declared = site?.declared === undefined ? undefined : { file: site.file, line: site.declared };
      location = { name: name(), declared, accesses: [] };
      map.set(key, location);
      this.locations.push(location);
    }
    return location;
  }

  /** Names of objects may become known after their properties were seen: these are shown with it all the same. */
  nameOf(location: Location): { readonly name: string; readonly declared: Location["declared"] } {
    for (const [object, properties] of this.#properties) {
      for (const [key, one] of properties) {
        if (one !== location) continue;
        const named = this.#names.get(object);
        const site = location.accesses[0]?.site;
        if (named === undefined || site === undefined) return location;
        return { name: this.#nameOf(object, key, site), declared: { file: named.file, line: named.line } };
      }
    }
    return location;
  }

  #accessed(location: Location | undefined, site: Site, isWrite: boolean): void {
    if (location === undefined) return;
    const { accesses } = location;
    const last = accesses.at(-1);
    const points = this.#points();
    if (last !== undefined && last.turn === this.#turn && last.site === site && last.isWrite === isWrite) {
      last.until = points;
      return;
    }
    if (accesses.length >= mostAccesses && last?.turn === this.#turn) accesses.pop();
    accesses.push({ who: this.#who, turn: this.#turn, isWrite, site, from: points, until: points });
  }

  #wait(site: number, object: object, key: unknown): void {
    const id = this.#waitingId(site);
    const list = this.#waiting.get(id);
    if (list === undefined) this.#waiting.set(id, [{ object, key }]);
    else list.push({ object, key });
  }

  #take(site: number): { readonly object: object; readonly key: unknown } | undefined {
    return this.#waiting.get(this.#waitingId(site))?.pop();
  }

  #waitingId(site: number): string {
    return `${site} ${this.#who}`;
  }
}

function mapIn<K>(maps: Map<K, Map<unknown, Location>>, key: K): Map<unknown, Location> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

function isCollection(value: object): boolean {
  return Array.isArray(value) || value instanceof Map || value instanceof Set || ArrayBuffer.isView(value);
}
