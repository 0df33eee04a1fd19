/** The command `packages`: its list, and one job with a stand-in for the package, so that nothing is installed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inTemporaryFolder } from "../../src/temporary-folder.ts";
import { measureProgram } from "../../src/untuned/measure.ts";
import { jobs, packagesOf, programOf } from "../../src/untuned/packages/catalog.ts";
import { runPackages } from "../../src/untuned/packages/command.ts";

describe("the list of packages", () => {
  it("has a job for each of at least 30 packages, with exact versions", () => {
    expect(Object.keys(jobs).length).toBeGreaterThanOrEqual(30);
    for (const version of Object.values(packagesOf(Object.keys(jobs)))) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it("names every package that a job imports", () => {
    for (const [name, { uses, module }] of Object.entries(jobs)) {
      const imported = [...module.matchAll(/from "((?:@[^/"]+\/)?[^/"]+)[^"]*"/g)].map(([, of]) => of as string);
      const unknown = imported.filter((of) => uses[of] === undefined && of !== "inputs" && of !== "virtual:made");
      expect(unknown, name).toEqual([]);
      expect(module, name).toMatch(/export (?:const|async function) once\b/);
    }
  });

  it("refuses a package, or a mode, that it does not know before it installs anything", async () => {
    await expect(runPackages({ only: "leftpad" })).rejects.toThrow(/no package "leftpad".*acorn/);
    await expect(runPackages({ only: "acorn", mode: "some" })).rejects.toThrow(/no mode "some". There are: all, long/);
  });
});

describe("measuring a package", () => {
  const least = { processes: 1, warmUp: 10, samples: 2, sampleLength: 1 };
  const renders = `exports.render = (source, { people }) => {
    let text = source.slice(0, 3);
    for (const person of people) text += name(person);
    return text;
  };
  const name = ({ name }) => { for (let i = 0; i < 3; i++) if (name === "") return i; return name; };`;

  async function measure(code: string, mode: "all" | "long") {
    return await inTemporaryFolder("packages", async (folder) => {
      const place = join(folder, "node_modules/mustache");
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, "package.json"), '{ "name": "mustache", "version": "0.0.0", "main": "index.js" }');
      writeFileSync(join(place, "index.js"), code);
      return await measureProgram(programOf("mustache", folder), join(folder, "out"), mode, least);
    });
  }

  it.each(["all", "long"] as const)(
    "transforms its functions and compares the results, mode %s",
    { timeout: 60_000 },
    async (mode) => {
      const report = await measure(renders, mode);
      expect(report).toMatchObject({ suite: "packages", name: "mustache", pairs: [{ coldRuns: expect.any(Number) }] });
      if ("fault" in report) throw new Error(report.fault);
      expect(report.functions.preemptable).toBeGreaterThan(0);
      expect(report.sizes.preemptable.minified).toBeGreaterThan(report.sizes.plain.minified);
    },
  );

  it("reports a package whose results are never the same", { timeout: 60_000 }, async () => {
    const report = await measure("exports.render = () => String(process.pid) + Math.random();", "all");
    expect(report).toMatchObject({ fault: expect.stringMatching(/^as a job it gives .* in place of /) });
  });
});
