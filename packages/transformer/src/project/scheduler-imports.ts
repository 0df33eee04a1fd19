/**
 * What a file hands functions to, for integrations that see single files and no types. A file that calls something as a scheduler is
 * called hands over jobs if it mentions the runtime, or if what it imports leads to a file of the project that does; so for requests and
 * the server's package. A jQuery form or an executor of another library stays what it is in projects' files that have nothing to do
 * with either.
 */

import { runtimePackage, serverPackage } from "@preempt/abi";
import * as ts from "typescript";
import { mentionedIn } from "../2-find/our-packages.ts";
import { handsJobs, handsRequests } from "./hands.ts";
import { isOfPackage } from "./packages.ts";
import { type Reading, unnoted } from "./reading.ts";
import { Asked } from "./reads.ts";
import type { TsConfigs } from "./tsconfig.ts";

/** As many files are looked at for one: a scheduler is not far away. */
const mostFiles = 300;

/** Which packages a file leads to, of those that something in it may be handed to. */
export interface ReachedPackages {
  readonly runtime: boolean;
  readonly server: boolean;
}

/** Whether a file leads to a package, and what was read to know that. */
interface Known {
  readonly leads: boolean;
  readonly asked: Asked;
}

export class SchedulerImports {
  readonly #configs: TsConfigs;
  readonly #known = {
    [runtimePackage]: new Map<string, Known>(),
    [serverPackage]: new Map<string, Known>(),
  };
  readonly #reading: Reading;

  constructor(configs: TsConfigs, reading: Reading = unnoted) {
    this.#configs = configs;
    this.#reading = reading;
  }

  /** What was read is read again. */
  forget(): void {
    for (const known of Object.values(this.#known)) known.clear();
  }

  /** Cheap where nothing is called that might be a scheduler's method. Undefined if the file leads to neither. */
  reachedFrom(fileName: string, code: string): ReachedPackages | undefined {
    const { server: mentionsServer, framework } = mentionedIn(code);
    // Functions of the server's package have any name.
    const server = mentionsServer || (handsRequests(code) && this.#leadsTo(serverPackage, fileName, code));
    // So have hooks, and they give the scheduler, too.
    const runtime = framework || (handsJobs(code) && (server || this.#leadsTo(runtimePackage, fileName, code)));
    return runtime || server ? { runtime, server } : undefined;
  }

  #leadsTo(name: typeof runtimePackage | typeof serverPackage, fileName: string, code: string): boolean {
    if (code.includes(name)) return true;
    const asked = new Asked();
    return this.#reading.reads.within(asked, () => this.#search(name, fileName, code, asked));
  }

  #search(name: typeof runtimePackage | typeof serverPackage, fileName: string, code: string, asked: Asked): boolean {
    const { system, reads } = this.#reading;
    const knownFiles = this.#known[name];
    const seen = new Set([fileName]);
    const open = this.#importsOf(fileName, code);
    for (let file = open.shift(); file !== undefined && seen.size < mostFiles; file = open.shift()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const known = knownFiles.get(file);
      if (known !== undefined) reads.again(known.asked);
      if (known?.leads === false) continue;
      const text = known ? "" : (system.readFile(file) ?? "");
      if (known || text.includes(name) || (name === runtimePackage && mentionedIn(text).framework)) {
        if (!known) knownFiles.set(file, { leads: true, asked });
        return true;
      }
      open.push(...this.#importsOf(file, text));
    }
    // All that they lead to was seen.
    if (seen.size < mostFiles) {
      for (const file of seen) if (file !== fileName) knownFiles.set(file, { leads: false, asked });
    }
    return false;
  }

  /** Files of the project, or of its workspace. */
  #importsOf(file: string, code: string): string[] {
    const { importedFiles } = ts.preProcessFile(code, true, true);
    const options = {
      ...this.#configs.of(file)?.options,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowJs: true,
    };
    return importedFiles.flatMap(({ fileName: specifier }) => {
      const found = ts.resolveModuleName(specifier, file, options, this.#reading.system).resolvedModule
        ?.resolvedFileName;
      return found === undefined || isOfPackage(found) ? [] : [found];
    });
  }
}
