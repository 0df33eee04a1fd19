// Planted packages for the campaign that runs jobs at once; what they are is in interleaving-campaign.test.ts.

/** @param {{ total: (list: number[]) => number }} planted */
const jobsOf = ({ total }) => ({
  ones: () => total(Array.from({ length: 20 }, () => 1)),
  twos: () => total(Array.from({ length: 30 }, () => 2)),
  numbers: () => total(Array.from({ length: 25 }, (_, i) => i)),
});

/** @param {string} name */
const entry = (name) => ({ name, packages: { [name]: "1.0.0" }, load: async () => jobsOf(await import(name)) });

/** @type {import("../../scripts/interleave/entry.ts").Entry[]} */
export const entries = [entry("planted-race"), entry("planted-guarded"), entry("planted-calm")];
