/** Two copies of the runtime on one thread, and versions that do not fit, in one sentence each. */
import { version } from "@preempt/abi";
import { isFirstReport, otherCopies } from "../realm/notes.ts";
import { say } from "./say.ts";
import { toolChain } from "./tool-chain.ts";

export function reportCopies(): void {
  const copies = otherCopies();
  if (copies.length === 0 || !isFirstReport(reportCopies)) return;
  const versions = new Set(copies.map((copy) => copy.version));
  const list = copies
    .map((copy) => `${copy.version}${copy.folder === undefined ? "" : ` (${copy.folder})`}`)
    .join(", ");
  say(
    versions.size > 1
      ? `different versions of @preempt/runtime are loaded, and functions of one may not be preemptable in the other: ${list}. Install the same version of all packages of Preempt, with \`npm install @preempt/runtime@${version} @preempt/transformer@${version}\`.`
      : `@preempt/runtime is loaded twice: ${list}. ${remedy()}`,
  );
}

function remedy(): string {
  if (toolChain() === "Vite") return 'With Vite, add `resolve: { dedupe: ["@preempt/runtime"] }` to vite.config.';
  return "`npm ls @preempt/runtime` shows which packages bring one, and `npm dedupe` leaves one.";
}
