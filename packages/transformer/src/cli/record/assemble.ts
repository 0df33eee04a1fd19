/** From profiles to the file that the option `profile` names; and two such files in one. */
import { readFileSync } from "node:fs";
import { disk } from "../../node/disk.ts";
import { type CpuProfile, staysIn } from "../../profiles/cpu-profile.ts";
import { type Place, Places } from "../../profiles/places.ts";
import { slashed } from "../../project/globs.ts";
import { OwnPackages } from "../../project/own-packages.ts";
import { isOfPackage } from "../../project/packages.ts";
import { type Profile, type RecordedFile, recordedName } from "../../project/profile-file.ts";
import { memo } from "../../shared/memo.ts";
import { recordFile } from "./recorded-file.ts";

const sourceFile = /\.[cm]?[jt]sx?$/;

export interface AssembleOptions {
  /** The project's root. */
  readonly root: string;
  /** The folder that a page's addresses start in. */
  readonly site: string;
  /** Milliseconds that make a function long. */
  readonly limit: number;
}

export function assemble(profiles: readonly CpuProfile[], { root, site, limit }: AssembleOptions): Profile {
  const places = new Places(site);
  const own = new OwnPackages(disk);
  const isOfProject = (file: string) => isOfPackage(file) || slashed(file).startsWith(`${slashed(root)}/`);
  const seen = new Map<string, Place[]>();
  for (const profile of profiles) {
    for (const { frame, longest } of staysIn(profile)) {
      const place = places.of(frame);
      if (place === undefined || !sourceFile.test(place.file) || !isOfProject(place.file)) continue;
      const long = memo(seen, place.file, () => []);
      if (longest >= limit) long.push(place);
    }
  }
  const files: Record<string, RecordedFile> = {};
  const names = { long: new Set<string>(), short: new Set<string>() };
  for (const [file, long] of seen) {
    const text = readFileSync(file, "utf8");
    if (own.holds(file, text)) continue;
    const made = recordFile(file, text, long);
    files[recordedName(file, root)] = made.recorded;
    for (const name of made.names.long) names.long.add(name);
    for (const name of made.names.short) names.short.add(name);
  }
  return sorted({ version: 1, limit, files, names: { long: [...names.long], short: [...names.short] } });
}

/** What was long in either is long. */
export function merge(a: Profile, b: Profile): Profile {
  const files: Record<string, RecordedFile> = { ...a.files };
  for (const [name, recorded] of Object.entries(b.files)) {
    const other = files[name];
    files[name] = other === undefined ? recorded : mergedLists(other, recorded);
  }
  return sorted({ version: 1, limit: Math.min(a.limit, b.limit), files, names: mergedLists(a.names, b.names) });
}

function mergedLists(a: RecordedFile, b: RecordedFile): RecordedFile {
  const long = new Set([...a.long, ...b.long]);
  return { long: [...long], short: [...new Set([...a.short, ...b.short])].filter((one) => !long.has(one)) };
}

/** The same runs give the same text, and small changes small differences. Names that are long somewhere are not short. */
function sorted({ version, limit, files, names }: Profile): Profile {
  const isLong = new Set(names.long);
  const short = names.short.filter((one) => !isLong.has(one));
  return {
    version,
    limit,
    files: Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))),
    names: { long: [...isLong].sort(), short: short.sort() },
  };
}
