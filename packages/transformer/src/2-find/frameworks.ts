/** The packages for frameworks, whose hooks run functions as jobs: `useJob(search, [titles, query])`. The function comes first. */
import { frameworkPackages } from "@preempt/abi";

/** Whether a text may import from one of them. */
export function mentionsFramework(text: { includes(part: string): boolean }): boolean {
  return text.includes("@preempt/") && frameworkPackages.some((name) => text.includes(name));
}

/** Whether a module is one of them. */
export function isFramework(module: string | undefined): boolean {
  return module !== undefined && frameworkPackages.includes(module);
}
