/** A list to search. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly role: string;
}

const first = ["Ada", "Amir", "Chloé", "Dmitri", "Elena", "Femi", "Grace", "Hiro", "Ingrid", "João", "Katrin", "Liam"];
const last = ["Abe", "Berg", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Haddad", "Ito", "Jansen", "Kowalski"];
const cities = ["Amsterdam", "Bergen", "Cairo", "Dublin", "Lagos", "Lisbon", "Montréal", "Osaka", "Prague"];
const roles = ["accountant", "biologist", "carpenter", "designer", "engineer", "librarian", "nurse", "teacher"];

export function makePeople(count: number): Person[] {
  const pick = (list: readonly string[], i: number) => list[i % list.length] as string;
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `${pick(first, id)} ${pick(last, id * 7 + Math.floor(id / 132))}`,
    city: pick(cities, id * 5 + Math.floor(id / 11)),
    role: pick(roles, id * 3 + Math.floor(id / 97)),
  }));
}
