/** Long texts: what bulky requests work on, the same in each process. */
import { randomNumbers } from "../../workloads/random.ts";

const { below, next } = randomNumbers(53);
const word = () => Array.from({ length: 3 + below(8) }, () => "etaoinshrdlucmfwypvbgk"[below(22)]).join("");
const words = (count: number) => Array.from({ length: count }, word).join(" ");

/** Some 600 kB. */
export const markdownText: string = Array.from({ length: 520 }, (_, i) =>
  [
    `## ${i} ${words(4)}`,
    ...Array.from(
      { length: 4 },
      () => `${words(30)} *${word()}* **${word()} \`${word()}\`** [${word()}](https://${word()}.example) ${words(20)}.`,
    ),
    Array.from({ length: 5 }, () => `- ${words(6)} \`${word()}\``).join("\n"),
    `| ${word()} | ${word()} |\n|---|---|\n${Array.from({ length: 4 }, () => `| ${word()} | ${below(1000)} |`).join("\n")}`,
  ].join("\n\n"),
).join("\n\n");

/** Some 3 MB. */
export const csvText: string = [
  "id,customer,product,amount,note",
  ...Array.from(
    { length: 40_000 },
    (_, id) => `${id},customer-${below(400)},${word()},${(next() * 1000).toFixed(2)},"${words(4)}, ""${word()}"""`,
  ),
].join("\n");
