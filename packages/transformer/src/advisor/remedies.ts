/**
 * Which change helps. Preemption needs two things: the work has to run in a job, and the functions on the way to where the time passes have
 * to be preemptable. So a handler is made a job first, and packages are named. The transform is then asked what it would make of the
 * functions after these changes, and only those that would still be left out are annotated. An annotation that the transform would refuse is
 * not advised.
 */
import { slashed } from "../project/globs.ts";
import { changed, type TextChange } from "../shared/text-changes.ts";
import type { Advice, NewFile } from "./advice.ts";
import { annotation } from "./annotate-edit.ts";
import { asJob, callOf } from "./as-job.ts";
import { type AdvisorContext, relativeTo } from "./context.ts";
import { type Cost, type Group, keyOf } from "./costs.ts";
import { diffOf, editOf, hashOf } from "./edits.ts";
import type { Functions, SourceFunction } from "./functions.ts";
import { configIn, packageAdded } from "./package-edit.ts";
import { AdvisorFiles } from "./project-files.ts";
import { type Registration, registrationOf } from "./registration.ts";
import { type Change, ProjectView } from "./view.ts";
import { because, titles } from "./words.ts";
import { type ExportedScheduler, wrapping } from "./wrap-edit.ts";

/** Less than a frame is not worth a change. */
const worth = 16;
/** Where more of the time passes in built-ins, preemption does not help. */
const mostEngine = 0.6;
/** Their functions call those of the project: to suspend them would not help. */
const renderers =
  /^(?:react|react-dom|preact|scheduler|vue|@vue\/.*|svelte|solid-js|lit|lit-html|@angular\/.*|zone\.js)$/;

export function remediesFor(groups: readonly Group[], functions: Functions, context: AdvisorContext): Advice[] {
  const found = new Remedies(functions, context);
  const large = groups.filter(({ total }) => total >= worth);
  const helped = large.filter((group) => found.lookAtEntry(group));
  for (const group of helped) found.lookAtPackages(group);
  for (const group of helped) found.lookAtFunctions(group);
  return found.sorted();
}

class Remedies {
  readonly #functions: Functions;
  readonly #context: AdvisorContext;
  readonly #view: ProjectView;
  readonly #advice = new Map<string, Advice>();
  /** What the advice so far would change. */
  readonly #texts = new Map<string, TextChange[]>();
  readonly #packages = new Set<string>();
  /** Entries that are jobs, or become jobs by the advice. */
  readonly #jobs = new Set<string>();
  readonly #files: AdvisorFiles;
  /** The module of a scheduler that does not exist yet. */
  #created: NewFile | undefined;

  constructor(functions: Functions, context: AdvisorContext) {
    this.#functions = functions;
    this.#context = context;
    this.#view = new ProjectView(context.options, context.root);
    this.#files = new AdvisorFiles(context, functions);
  }

  sorted(): Advice[] {
    const last = ({ kind }: Advice) => (kind === "none" ? 1 : 0);
    return [...this.#advice.values()].sort((a, b) => last(a) - last(b) || b.ms - a.ms);
  }

  /** What calls the project has to start a job. @returns whether preemption helps at all */
  lookAtEntry(group: Group): boolean {
    const { entry, total, inJob } = group;
    // A job that the kernel continues, whose function was not found: packages are worth a look.
    if (entry === undefined) return inJob > total / 2;
    const engine = this.#mostlyEngine([...group.costs.values()], total);
    if (engine !== undefined) {
      this.#add({ kind: "none", fn: entry, title: titles.engine(entry.name), why: because.engine(engine), ms: total });
      return false;
    }
    if (inJob > total / 2) {
      this.#jobs.add(keyOf(entry));
      return true;
    }
    const registration = registrationOf(entry.node, (name) => this.#files.mentioning(name));
    if (registration?.kind === "job") this.#jobs.add(keyOf(entry));
    else if (registration?.kind === "listener") this.#wrap(entry, registration, total);
    else this.#submit(entry, group, registration);
    return true;
  }

  #wrap(entry: SourceFunction, { argument, event, isPlain }: Registration & { kind: "listener" }, ms: number): void {
    const file = argument.getSourceFile();
    const fileName = slashed(file.fileName);
    const exists = (name: string) => this.#context.disk.fileExists(name);
    const { changes, creates } = wrapping(argument, event, this.#schedulers(), exists);
    // Others import the same, in this report and once it exists.
    if (creates !== undefined) this.#created = creates;
    const { line } = file.getLineAndCharacterOfPosition(argument.getStart(file));
    const place = { file: fileName, line: line + 1 };
    const common = { kind: "listener", fn: entry, title: titles.listener(event, entry.name), ms, place } as const;
    this.#jobs.add(keyOf(entry));
    if (isPlain)
      this.#add({ ...common, why: because.listener(event, this.#newName()), changes, creates: this.#created });
    // A component makes the handler anew each time that it is rendered.
    else this.#add({ ...common, kind: "job", why: because.attribute(event), shown: changes });
  }

  #submit(entry: SourceFunction, group: Group, registration: Registration | undefined): void {
    const [most] = [...group.called].sort((a, b) => b[1] - a[1]);
    const callee = most && most[1] >= worth ? group.costs.get(most[0])?.fn : undefined;
    const call = callee && callOf(entry, callee);
    const ms = group.total;
    const submitted = callee ?? entry;
    this.#jobs.add(keyOf(submitted));
    // What is submitted is preemptable.
    this.#assume(submitted.file, [annotation(submitted.node)]);
    if (registration?.kind === "rendering") {
      const why = because.rendering(registration.what, entry.name);
      this.#add({ kind: "job", fn: entry, title: titles.job(submitted.name), why, ms, example: call && asJob(call) });
      return;
    }
    const why = because.callback(registration?.kind === "callback" ? registration.of : undefined, entry.name);
    const example = call === undefined ? `rt.submit(${entry.name}, { deadline: 100 })` : asJob(call);
    this.#add({ kind: "job", fn: entry, title: titles.job(submitted.name), why, ms, example });
  }

  lookAtPackages({ packages, costs }: Group): void {
    const { root, disk, config = configIn(root) } = this.#context;
    for (const [name, ms] of packages) {
      if (ms < worth || this.#view.packages.includes(name)) continue;
      const ofPackage = [...costs.values()].filter(({ fn }) => fn.package === name);
      const [first] = [...ofPackage].sort((a, b) => b.total - a.total);
      if (first === undefined) continue;
      const { fn } = first;
      if (renderers.test(name)) {
        this.#add({ kind: "none", fn, title: titles.renderer(name), why: because.renderer(name), ms });
        continue;
      }
      const engine = this.#mostlyEngine(ofPackage, ms);
      if (engine !== undefined) {
        this.#add({ kind: "none", fn, title: titles.engine(name), why: because.engine(engine), ms });
        continue;
      }
      const text = config === undefined ? undefined : disk.readFile(config);
      const changes = config && text !== undefined ? packageAdded(config, text, name) : undefined;
      this.#packages.add(name);
      const place = config === undefined ? undefined : { file: slashed(config), line: 1 };
      const example = `preempt({ packages: [${JSON.stringify(name)}] })`;
      const why = because.package(name);
      this.#add({ kind: "package", title: titles.package(name), why, ms, place, changes, example, about: name });
    }
  }

  lookAtFunctions({ costs, total, entry }: Group): void {
    if (entry === undefined) return;
    for (const cost of [...costs.values()].sort((a, b) => b.total - a.total)) {
      const { fn } = cost;
      if (fn.package !== undefined || cost.total < Math.max(worth, total / 10)) continue;
      // What only starts the job, or is rendered, is spoken of already.
      if (keyOf(fn) === keyOf(entry) && !this.#jobs.has(keyOf(fn))) continue;
      const standing = this.#view.standings(fn.file, this.#change()).get(fn.key);
      if (standing?.state === "refused") {
        const why = because.refused(standing.finding ?? "");
        this.#add({ kind: "none", fn, title: titles.refused(fn.name), why, ms: cost.total });
      } else if (standing === undefined) this.#annotate(cost);
    }
  }

  /** Annotates the function if that makes it preemptable, and there is a point in it. */
  #annotate({ fn, total }: Cost): void {
    const text = fn.sourceFile.text;
    const change = annotation(fn.node);
    const before = this.#texts.get(fn.file) ?? [];
    const tried = new Map(this.#change().texts).set(fn.file, changed(text, [...before, change]));
    const standing = this.#view.standings(fn.file, { ...this.#change(), texts: tried }).get(fn.key);
    // Without a point in it, an annotation would change nothing.
    if (standing?.state === "refused") {
      const why = because.refused(standing.finding ?? "");
      this.#add({ kind: "none", fn, title: titles.refused(fn.name), why, ms: total });
    } else if (standing?.state === "preemptable") {
      this.#add({
        kind: "annotate",
        fn,
        title: titles.annotate(fn.name),
        why: because.annotate,
        ms: total,
        changes: [change],
      });
    }
  }

  /** The built-in with most of the time, if that has nearly all of it. Functions without a preemption point count as built-ins. */
  #mostlyEngine(costs: readonly Cost[], total: number): string | undefined {
    const names = new Map<string, number>();
    for (const { fn, self, engine } of costs) {
      let rest = self;
      for (const [name, ms] of engine) {
        names.set(name, (names.get(name) ?? 0) + ms);
        rest -= ms;
      }
      if (rest >= worth && this.#isBounded(fn)) {
        const name = `built-ins that ${fn.name} calls (${relativeTo(this.#context.root, fn.file)}:${fn.line})`;
        names.set(name, (names.get(name) ?? 0) + rest);
      }
    }
    const sum = [...names.values()].reduce((a, b) => a + b, 0);
    return sum < total * mostEngine ? undefined : [...names].sort((a, b) => b[1] - a[1])[0]?.[0];
  }

  #isBounded({ file, key }: SourceFunction): boolean {
    const standings = this.#view.standings(file, { texts: new Map(), packages: [], include: [file] });
    // Functions in which no point could be are not even looked at.
    return (standings.get(key)?.state ?? "bounded") === "bounded";
  }

  /** From now on, the transform is asked as if these changes were made. */
  #assume(file: string, changes: readonly TextChange[]): void {
    const known = this.#texts.get(file) ?? [];
    const isKnown = (change: TextChange) => known.some((one) => JSON.stringify(one) === JSON.stringify(change));
    this.#texts.set(file, [...known, ...changes.filter((change) => !isKnown(change))]);
  }

  #change(): Change {
    const texts = new Map<string, string>();
    for (const [file, changes] of this.#texts) {
      const text = this.#functions.source(file)?.text;
      if (text !== undefined) texts.set(file, changed(text, changes));
    }
    if (this.#created !== undefined) texts.set(this.#created.file, this.#created.text);
    return { texts, packages: [...this.#packages], include: [] };
  }

  #add(found: {
    readonly kind: Advice["kind"];
    readonly title: string;
    readonly why: string;
    readonly ms: number;
    readonly fn?: SourceFunction;
    readonly place?: { readonly file: string; readonly line: number } | undefined;
    /** What is changed automatically; or what is only shown. */
    readonly changes?: readonly TextChange[] | undefined;
    readonly shown?: readonly TextChange[];
    readonly creates?: NewFile | undefined;
    readonly example?: string | undefined;
    readonly about?: string;
  }): void {
    const { kind, fn, title, why, changes, creates, example } = found;
    const { root, disk } = this.#context;
    const place = found.place ?? fn;
    const id = hashOf(JSON.stringify([kind, found.about ?? (fn && keyOf(fn)), place?.file])).slice(0, 12);
    const known = this.#advice.get(id);
    const text = place === undefined ? undefined : disk.readFile(place.file);
    const visible = changes ?? found.shown;
    const diff = visible !== undefined && text !== undefined ? diffOf(text, visible) : [];
    const made = place !== undefined && text !== undefined && changes ? editOf(place.file, text, changes) : undefined;
    const edit = made && creates ? { ...made, creates } : made;
    if (place !== undefined && visible !== undefined && kind !== "package") this.#assume(place.file, visible);
    const ms = (known?.ms ?? 0) + found.ms;
    const line = kind === "package" ? diff[0]?.line : place?.line;
    const shownLines =
      diff.length === 0 && example !== undefined ? [{ sign: "+", line: 0, text: example } as const] : diff;
    this.#advice.set(id, {
      ...{ id, kind, title, why, ms, diff: shownLines },
      ...(place !== undefined && { file: relativeTo(root, place.file) }),
      ...(line !== undefined && { line }),
      ...(edit !== undefined && { edit }),
    });
  }

  #schedulers(): readonly ExportedScheduler[] {
    return this.#created === undefined ? this.#files.exportedSchedulers() : [{ file: this.#created.file, name: "rt" }];
  }

  #newName(): string | undefined {
    return this.#created && relativeTo(this.#context.root, this.#created.file);
  }
}
