/** What a fresh clone lacks, in one sentence instead of a stack trace. */

/** @returns undefined if `error` is about something else */
export function notReady(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_MODULE_NOT_FOUND") return undefined;
  if (/Cannot find module '.*[/\\](?:packages|@preempt)[/\\](?:runtime|transformer)[/\\]dist[/\\]/.test(message)) {
    return "not_built: the project's packages are not built; run npm run build first.";
  }
  const [, name] = /Cannot find package '([^']+)'/.exec(message) ?? [];
  return name && `not_installed: the package ${name} is not installed; run npm run bootstrap first.`;
}
