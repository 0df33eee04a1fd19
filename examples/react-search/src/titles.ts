/** A catalogue to search. */
const adjectives = [
  "silent",
  "golden",
  "winter",
  "hidden",
  "broken",
  "crimson",
  "distant",
  "gentle",
  "hollow",
  "ancient",
];
const nouns = ["river", "garden", "letter", "mountain", "mirror", "harbour", "lantern", "orchard", "weaver", "station"];

export function makeTitles(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const [adjective, noun] = [adjectives[i % 10], nouns[Math.floor(i / 10) % 10]];
    return `The ${adjective} ${noun} ${Math.floor(i / 100) + 1}`;
  });
}
