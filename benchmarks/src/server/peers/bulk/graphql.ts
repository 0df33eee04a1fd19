/** A query, by graphql. */
import {
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  graphqlSync,
} from "graphql";
import { orders } from "../orders.ts";

const item = new GraphQLObjectType({
  name: "Item",
  fields: {
    name: { type: GraphQLString },
    price: { type: GraphQLFloat },
    total: { type: GraphQLFloat, resolve: ({ price, count }) => price * count },
  },
});
const order = new GraphQLObjectType({
  name: "Order",
  fields: {
    id: { type: GraphQLInt },
    customer: { type: GraphQLString },
    items: { type: new GraphQLList(item) },
  },
});

const schema: GraphQLSchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: { orders: { type: new GraphQLList(order), resolve: () => orders } },
  }),
});

const query =
  "{ orders { id customer items { name price total } again: items { name price total } third: items { name total } } }";

/** Three levels of lists. @preempt */
export function run(): string {
  return JSON.stringify(graphqlSync({ schema, source: query }));
}
