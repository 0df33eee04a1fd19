/** A query, by graphql. */
import { GraphQLList, GraphQLObjectType, GraphQLSchema, graphqlSync } from "graphql";
import { orderType } from "../order-type.ts";
import { orders } from "../orders.ts";

const schema: GraphQLSchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: { orders: { type: new GraphQLList(orderType), resolve: () => orders } },
  }),
});

const query =
  "{ orders { id customer items { name price total } again: items { name price total } third: items { name total } } }";

/** Three levels of lists. @preempt */
export function run(): string {
  return JSON.stringify(graphqlSync({ schema, source: query }));
}
