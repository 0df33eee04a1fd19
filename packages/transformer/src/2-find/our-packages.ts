/** Which of our packages a text may import. Most texts mention none: one look tells that. */
import { frameworkPackages, runtimePackage, serverPackage } from "@preempt/abi";

export interface Mentioned {
  /** The runtime, by itself or as a part of one of the others. */
  readonly runtime: boolean;
  readonly server: boolean;
  /** A package for a framework. Its hooks run functions as jobs: `useJob(search, [titles, query])`. The function comes first. */
  readonly framework: boolean;
}

const nothing: Mentioned = { runtime: false, server: false, framework: false };

/** @param text A text, or its bytes */
export function mentionedIn(text: { includes(part: string): boolean }): Mentioned {
  if (!text.includes("@preempt/")) return nothing;
  const server = text.includes(serverPackage);
  const framework = frameworkPackages.some((name) => text.includes(name));
  return { server, framework, runtime: server || framework || text.includes(runtimePackage) };
}

/** Whether a module is a package for a framework. */
export function isFramework(module: string | undefined): boolean {
  return module !== undefined && frameworkPackages.includes(module);
}
