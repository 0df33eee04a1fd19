/** The type of an order, for queries by graphql. */
import { GraphQLFloat, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from "graphql";

const itemType = new GraphQLObjectType({
  name: "Item",
  fields: {
    name: { type: GraphQLString },
    price: { type: GraphQLFloat },
    total: { type: GraphQLFloat, resolve: ({ price, count }) => price * count },
  },
});

export const orderType: GraphQLObjectType = new GraphQLObjectType({
  name: "Order",
  fields: {
    id: { type: GraphQLInt },
    customer: { type: GraphQLString },
    items: { type: new GraphQLList(itemType) },
  },
});
