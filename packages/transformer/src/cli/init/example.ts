/** The small job that shows that preemption is on. */

import type { Project } from "./project.ts";
import type { ToolChain } from "./tools/tool-chain.ts";

/** The name of the example, from the project's folder on. */
export function exampleName(project: Project, chain: ToolChain): string {
  const folder = chain.exampleFolder?.(project) ?? (project.has("src") ? "src" : ".");
  return `${folder === "." ? "" : `${folder}/`}preempt-example.${extensionIn(project, chain)}`;
}

/** Node has to take the file for a module. Other tools know what they are given. */
function extensionIn(project: Project, { id }: ToolChain): string {
  const isCommonJs = id === "node" && project.manifest?.type === "commonjs";
  if (project.isTypeScript) return isCommonJs ? "mts" : "ts";
  return id === "node" && !project.isModule ? "mjs" : "js";
}

/** @param isCommonJs whether it requires and exports */
export function exampleText(name: string, isCommonJs = false): string {
  const isTyped = /\.m?ts$/.test(name);
  const number = isTyped ? ": number" : "";
  const imported = isCommonJs
    ? 'const { Scheduler } = require("@preempt/runtime");'
    : 'import { Scheduler } from "@preempt/runtime";';
  const exported = isCommonJs ? "exports.preempted" : `export const preempted${isTyped ? ": Promise<number>" : ""}`;
  return `// Shows that jobs are preempted. Import it in a page, or run it in Node. Delete it when you have seen it.
${imported}

const rt = new Scheduler();

/** @preempt */
function countPrimes(limit${number})${number} {
  let count = 0;
  for (let n = 2, d = 2; n < limit; n++) {
    for (d = 2; d * d <= n && n % d !== 0; d++);
    if (d * d > n) count++;
  }
  return count;
}

const job = rt.submit(countPrimes, { args: [500_000], deadline: 10_000 });

/** How many times the job gave up the thread. It is 0 if the function was not transformed. */
${exported} = job.then((primes) => {
  console.log(\`preempt: \${primes} primes. The job was preempted \${job.preemptions} times.\`);
  return job.preemptions;
});
`;
}
