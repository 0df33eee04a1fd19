/** Which package manager a project uses, and its commands. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type ManagerName = "npm" | "pnpm" | "yarn" | "bun";

export interface PackageManager {
  readonly name: ManagerName;
  /** Why it was taken, for people: "pnpm-lock.yaml". */
  readonly because: string;
  /** Installs what package.json names. */
  readonly install: readonly string[];
  /** Runs a script of package.json. */
  readonly run: (script: string) => string;
  /** Runs a command of an installed package. */
  readonly exec: (command: string) => string;
}

const lockfiles: readonly (readonly [file: string, name: ManagerName])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/**
 * The lockfile or package.json of the folder, or of the workspace around it, says it. Without one it is the manager that started the
 * command.
 *
 * @param userAgent what npm_config_user_agent holds: "pnpm/12.0.0 npm/? node/v24.0.0 linux x64"
 */
export function packageManagerOf(folder: string, userAgent = process.env.npm_config_user_agent): PackageManager {
  for (let place = folder; ; place = dirname(place)) {
    const found = managerIn(place);
    if (found !== undefined) return manager(...found);
    // Whatever lies above the repository is not the project's.
    if (existsSync(join(place, ".git")) || place === dirname(place)) break;
  }
  const [, started] = /^(npm|pnpm|yarn|bun)\//.exec(userAgent ?? "") ?? [];
  return started === undefined
    ? manager("npm", "nothing names another")
    : manager(started as ManagerName, "it started this command");
}

function managerIn(folder: string): [name: ManagerName, because: string] | undefined {
  const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(textOf(join(folder, "package.json")))?.[1];
  if (named !== undefined) return [named as ManagerName, "packageManager in package.json"];
  const lockfile = lockfiles.find(([file]) => existsSync(join(folder, file)));
  return lockfile && [lockfile[1], lockfile[0]];
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function manager(name: ManagerName, because: string): PackageManager {
  const exec = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" }[name];
  const run = { npm: "npm run", pnpm: "pnpm", yarn: "yarn", bun: "bun run" }[name];
  // In continuous integration pnpm would refuse, since package.json has changed.
  const install = name === "pnpm" ? ["pnpm", "install", "--no-frozen-lockfile"] : [name, "install"];
  return {
    name,
    because,
    install,
    run: (script) => `${run} ${script}`,
    exec: (command) => `${exec} ${command}`,
  };
}
