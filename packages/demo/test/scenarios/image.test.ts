/** The low-poly pictures: that triangles cover the picture in its colours, and that preemption changes none of them. */
import { drive } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import type * as Work from "../../src/scenarios/image/work.ts";
import { draw, landscape, lowPoly, type Mesh, type Pen, type Picture } from "../../src/scenarios/image/work.ts";
import type { Variant } from "../../src/scenarios/scenario.ts";
import { buildWork } from "../build-work.ts";

const sample = landscape(48, 30, 1);

/** Writes down what it is told to draw. */
function notingPen(): { pen: Pen; notes: string[] } {
  const notes: string[] = [];
  const pen = new Proxy({} as Pen, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        notes.push(`${String(name)}(${args.join(" ")})`),
    set: (_, name, value) => notes.push(`${String(name)} = ${value}`) > 0,
  });
  return { pen, notes };
}

for (const variant of ["capture", "paper"] satisfies Variant[]) {
  test(`${variant}: the same picture, triangles and strokes at every budget as in the code as it was written`, async () => {
    const built = await buildWork<typeof Work>("src/scenarios/image/work.ts", variant);
    const mesh = lowPoly(sample, 80, 7);
    const expected = notingPen();
    draw(expected.pen, mesh, 0.5, "hello");
    for (const budget of [0, 1, 7]) {
      expect(drive(built.landscape, { args: [48, 30, 1], budget }).value).toEqual(sample);
      const made = drive(built.lowPoly, { args: [sample, 80, 7], budget });
      expect(made.value).toEqual(mesh);
      expect(made.preemptions).toBeGreaterThan(300);
      const { pen, notes } = notingPen();
      const drawn = drive(built.draw, { args: [pen, mesh, 0.5, "hello"], budget });
      expect(notes).toEqual(expected.notes);
      expect(drawn.preemptions).toBeGreaterThan(10);
    }
  });
}

test("the library itself is suspended: it can be preempted at each of its points", async () => {
  const built = await buildWork<typeof import("../../src/scenarios/image/triangles.ts")>(
    "src/scenarios/image/triangles.ts",
    "capture",
  );
  const points = Float64Array.from({ length: 600 }, (_, i) => (i * 7919) % 1009);
  expect(drive(built.triangulate, { args: [points], budget: 0 }).preemptions).toBeGreaterThan(300);
});

/** Twice the area, above 0 for one direction of turn. */
function turn({ corners }: Mesh, t: number): number {
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = corners.subarray(6 * t, 6 * t + 6);
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

test("the triangles cover the whole picture, none twice", () => {
  for (const points of [4, 30, 400]) {
    const mesh = lowPoly(sample, points, 3);
    let area = 0;
    for (let t = 0; t < mesh.colours.length; t++) area += Math.abs(turn(mesh, t)) / 2;
    // Delaunay's triangles do not overlap: their areas add up to the rectangle's only if they cover it.
    expect(area).toBeCloseTo(48 * 30, 6);
  }
});

const plane = (width: number, height: number, colour: (x: number) => readonly number[]): Picture => ({
  width,
  height,
  pixels: Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => colour((i >> 2) % width)[i % 4] ?? 255),
});

test("a picture of one colour ends with triangles of that colour, and fewer of them", () => {
  const { colours } = lowPoly(
    plane(50, 40, () => [18, 52, 86]),
    1000,
    1,
  );
  expect(new Set(colours)).toEqual(new Set([0x123456]));
  expect(colours.length).toBeLessThan(2000);
});

test("points gather where the picture changes", () => {
  const { corners } = lowPoly(
    plane(100, 60, (x) => (x < 50 ? [0, 0, 0] : [255, 255, 255])),
    300,
    1,
  );
  let near = 0;
  for (let i = 0; i < corners.length; i += 2) if (Math.abs((corners[i] as number) - 50) < 12) near++;
  expect(near / (corners.length / 2)).toBeGreaterThan(0.6);
});

test("the same seed gives the same triangles, another one others", () => {
  expect(lowPoly(sample, 60, 5)).toEqual(lowPoly(sample, 60, 5));
  expect(lowPoly(sample, 60, 5).corners).not.toEqual(lowPoly(sample, 60, 6).corners);
  expect(landscape(60, 40, 1)).not.toEqual(landscape(60, 40, 2));
});
