import { z } from "zod";
/** @preempt */
export function run() {
  const S = z
    .object({
      a: z.string().min(2).email().optional(),
      b: z.array(z.union([z.number().int(), z.literal("x")])).max(3),
      c: z.discriminatedUnion("t", [z.object({ t: z.literal("p"), v: z.number() }), z.object({ t: z.literal("q") })]),
      d: z.record(z.string(), z.any()).default({}),
      e: z
        .string()
        .transform((s) => s.length)
        .refine((n) => n > 1, "short"),
    })
    .strict();
  const out = [];
  for (const x of [
    { a: "a@b.co", b: [1, "x"], c: { t: "p", v: 2 }, e: "abc" },
    { a: "b", b: [1.5, "y", 2, 3], c: { t: "r" }, e: "a", f: 1 },
    null,
  ]) {
    const r = S.safeParse(x);
    out.push(r.success ? r.data : JSON.parse(JSON.stringify(r.error.issues)));
  }
  const R = z.lazy(() => z.object({ v: z.number(), k: z.array(R) }));
  out.push(R.safeParse({ v: 1, k: [{ v: 2, k: [{ v: 3, k: [] }] }] }).success);
  return JSON.stringify(out);
}
