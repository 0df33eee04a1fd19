/** What a run was made on, and of which version of the sources: what another run has to be compared by. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";
import { root } from "./files.ts";

/** Texts by what they tell: "Processor", "Memory", … */
export type MachineFacts = Readonly<Record<string, string>>;

export function machineFacts(): MachineFacts {
  const browsers = Object.entries({ Chromium: ["chromium"], Firefox: ["firefox-esr", "firefox"] }).flatMap(
    ([name, programs]) => {
      const version = programs.map(versionOf).find((found) => found !== undefined);
      return version === undefined ? [] : [[name, version] as const];
    },
  );
  return {
    Processor: cpus()[0]?.model.trim() ?? "unknown",
    Cores: String(availableParallelism()),
    Memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
    System: `${distribution() ?? type()}, ${type()} ${release()}`,
    ...(isVirtual() && { Virtual: "a virtual machine, as far as the processor says" }),
    // Of the last minute: other programs that want the processor disturb what is measured.
    Load: (loadavg()[0] ?? 0).toFixed(1),
    Node: process.versions.node,
    V8: process.versions.v8,
    ...Object.fromEntries(browsers),
    Commit: commitOf() ?? "not a clone",
  };
}

/** The commit of the sources, with "+" if files differ from it; undefined without git or a repository. */
export function commitOf(): string | undefined {
  const git = (...args: string[]) => said("git", ["-c", "safe.directory=*", "-C", root, ...args]);
  const commit = git("rev-parse", "HEAD");
  return commit === undefined ? undefined : `${commit.slice(0, 12)}${git("status", "--porcelain") === "" ? "" : "+"}`;
}

function distribution(): string | undefined {
  if (!existsSync("/etc/os-release")) return undefined;
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
}

function isVirtual(): boolean {
  return existsSync("/proc/cpuinfo") && /^flags.*\bhypervisor\b/m.test(readFileSync("/proc/cpuinfo", "utf8"));
}

const versionOf = (program: string) => /[\d.]+\d/.exec(said(program, ["--version"]) ?? "")?.[0];

/** What a program prints; undefined if it is not there, or fails. */
function said(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      timeout: 20_000,
    }).trim();
  } catch {
    return undefined;
  }
}
