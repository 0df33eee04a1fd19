/** One server on several cores, in both ways. */
import { expect, test } from "vitest";
import { start } from "./programs.ts";

const text = async (url: string) => (await fetch(url)).text();

/** Several reports are asked for, and then logins, each after the other; how many logins were answered before the last report. */
async function loginsBeside(
  url: string,
): Promise<{ readonly reports: string[]; readonly logins: number; readonly pids: Set<string> }> {
  let isReady = false;
  const reports = Promise.all([1, 2, 3, 4].map(() => text(`${url}/report`))).finally(() => {
    isReady = true;
  });
  let logins = 0;
  const pids = new Set<string>();
  while (!isReady) {
    pids.add(await text(`${url}/login`));
    logins++;
  }
  return { reports: await reports, logins, pids };
}

const answer = String(Array.from({ length: 3000 }, (_, k) => Math.floor(3000 / (k + 1))).reduce((a, b) => a + b));

test("forks of a cluster share the port; each answers logins while it computes reports, and ends in order", async () => {
  const program = start("cluster.ts");
  try {
    const url = await program.line(/^http:/);
    const { reports, logins } = await loginsBeside(url);
    expect(reports).toEqual([answer, answer, answer, answer]);
    expect(logins).toBeGreaterThan(3);
  } finally {
    expect(await program.stop()).toBe(0);
  }
});

test("reports are computed on other cores, and one whose client has gone is cancelled there", async () => {
  const program = start("cores.ts");
  try {
    const url = await program.line(/^http:/);
    const { reports, logins } = await loginsBeside(url);
    expect(reports).toEqual([answer, answer, answer, answer]);
    expect(logins).toBeGreaterThan(3);
    const gone = new AbortController();
    // Would take minutes: the test ends in time only if the job over there is cancelled.
    const left = fetch(`${url}/report/300000`, { signal: gone.signal });
    setTimeout(() => gone.abort(new Error("gone")), 100);
    await expect(left).rejects.toThrow("gone");
    expect(await text(`${url}/report`)).toBe(answer);
  } finally {
    expect(await program.stop()).toBe(0);
  }
});
