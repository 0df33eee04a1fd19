import { z } from "zod";

const Row = z.object({
  id: z.number().int(),
  name: z.string().min(2).max(40),
  email: z.email(),
  tags: z.array(z.enum(["a", "b", "c"])).max(5),
  place: z.object({ x: z.number(), y: z.number() }).optional(),
});
const rows = Array.from({ length: 4000 }, (_, i) => ({
  id: i % 97 === 0 ? i + 0.5 : i,
  name: `name ${i}`,
  email: i % 89 === 0 ? "nobody" : `n${i}@example.com`,
  tags: ["a", "b", i % 83 === 0 ? "d" : "c"],
  place: i % 2 ? { x: i, y: -i } : undefined,
}));

/** @preempt */
export function run() {
  const { success, error } = z.array(Row).safeParse(rows);
  return JSON.stringify([success, error?.issues.length, error?.issues.at(-1)]);
}
