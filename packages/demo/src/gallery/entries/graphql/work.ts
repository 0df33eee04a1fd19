/** Answers a query from objects in memory: graphql, as local-first applications and mocks do in the page. */
import { buildSchema, type DocumentNode, execute, type GraphQLSchema, parse } from "graphql";
import { makeRows } from "../../../scenarios/search/rows.ts";
import { hashTexts } from "../../../work/hash.ts";

const count = 8000;
const friendsOfEach = 8;

interface Person {
  readonly id: number;
  readonly name: string;
  readonly trade: string;
  readonly city: string;
  readonly mail: string;
  friends(): Person[];
}

export interface Data {
  readonly schema: GraphQLSchema;
  readonly people: readonly Person[];
}

export interface Answer {
  readonly people: readonly { readonly name: string; readonly friends: readonly { readonly name: string }[] }[];
}

export function prepare(): Data {
  const people: Person[] = makeRows(count).text.map((text, id) => {
    const [name = "", trade = "", , city = "", mail = ""] = text.split(", ");
    const friends = () => Array.from({ length: friendsOfEach }, (_, k) => people[(id * 7 + k * 131) % count] as Person);
    return { id, name, trade, city, mail, friends };
  });
  const schema = buildSchema(`
    type Person { id: ID! name: String! trade: String! city: String! mail: String! friends: [Person!]! }
    type Query { people: [Person!]! }
  `);
  return { schema, people };
}

/** @preempt */
export function run({ schema, people }: Data, query: string): Answer {
  const document: DocumentNode = parse(query);
  const { data, errors } = execute({ schema, document, rootValue: { people: () => people } }) as {
    data?: Answer;
    errors?: readonly Error[];
  };
  if (data == null) throw errors?.[0] ?? new Error("The query was not answered.");
  return data;
}

export function digest({ people }: Answer): string {
  return hashTexts(people.map((person) => JSON.stringify(person)));
}
