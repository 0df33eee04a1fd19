import { LabError } from "../lab/errors.ts";

/**
 * Waits until it is so.
 *
 * @param timeout Milliseconds
 * @throws LabError if it is not so in time
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  otherwise: string,
  timeout = 15_000,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await isSo())) {
    if (performance.now() > end) throw new LabError("browser_failed", `${otherwise}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
