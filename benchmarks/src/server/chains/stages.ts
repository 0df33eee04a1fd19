/** What the stages do, by libraries as people use them. Libraries that one job at a time may be in are used by one stage alone. */
import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLSchema, GraphQLString, graphqlSync } from "graphql";
import MarkdownIt from "markdown-it";
import papaparse from "papaparse";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { orderType } from "../peers/order-type.ts";
import { type Order, orders } from "../peers/orders.ts";
import { csvText, markdownText } from "../peers/texts.ts";
import { login } from "../peers/urgent.ts";
import type { KindName } from "./kinds.ts";

const sectionsOfArticle = 5;
const sections = markdownText.split(/\n\n(?=## )/);
/** Some 10 kB of Markdown each. */
const articles = Array.from({ length: sections.length / sectionsOfArticle }, (_, i) =>
  sections.slice(i * sectionsOfArticle, (i + 1) * sectionsOfArticle).join("\n\n"),
);
/** Some 400 kB. */
const table = csvText.slice(0, csvText.indexOf("\n", 400_000));

const markdown = new MarkdownIt({ html: true, linkify: true });

/** @preempt */
function parse(request: number): string {
  return markdown.render(articles[request % articles.length] as string);
}

const schema: GraphQLSchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: {
      orders: {
        type: new GraphQLList(orderType),
        args: { customer: { type: new GraphQLNonNull(GraphQLString) } },
        resolve: (_, { customer }: { customer: string }) => orders.filter((one) => one.customer === customer),
      },
    },
  }),
});
const source = "query ($customer: String!) { orders(customer: $customer) { id items { name price total } } }";

type Found = Pick<Order, "id" | "items">;

/** @preempt */
function query(request: number): readonly Found[] {
  const { data } = graphqlSync({ schema, source, variableValues: { customer: `customer-${request % 400}` } });
  return (data as unknown as { readonly orders: readonly Found[] }).orders;
}

function Row({ found }: { found: Found }) {
  return createElement(
    "tr",
    null,
    createElement("td", null, found.id),
    createElement(
      "td",
      null,
      found.items.map(({ name, price }) => createElement("span", { key: name, title: name }, `${name}: ${price}`)),
    ),
  );
}

/** @preempt */
function render(html: string, rows: readonly Found[]): string {
  const body = rows.map((found) => createElement(Row, { key: found.id, found }));
  return renderToString(
    createElement(
      "main",
      null,
      createElement("article", { dangerouslySetInnerHTML: { __html: html } }),
      createElement("table", null, createElement("tbody", null, body)),
    ),
  );
}

/** @preempt */
function sumUp(): string {
  const { data } = papaparse.parse<Record<string, string>>(table, { header: true });
  const sums = new Map<string, number>();
  for (const { customer = "", amount } of data) sums.set(customer, (sums.get(customer) ?? 0) + Number(amount));
  return papaparse.unparse([...sums].sort(([, a], [, b]) => b - a));
}

/** What a request has come to so far. */
export interface Progress {
  readonly request: number;
  html: string;
  rows: readonly Found[];
  /** The answer, when it is there. */
  answer: string | undefined;
}

/** The stages after the first one, by kind. Each leaves what the next one needs. */
export const stagesOf: Readonly<Record<KindName, readonly ((progress: Progress) => void)[]>> = {
  page: [
    /** @preempt */
    (progress) => {
      progress.html = parse(progress.request);
    },
    /** @preempt */
    (progress) => {
      progress.rows = query(progress.request);
    },
    /** @preempt */
    (progress) => {
      progress.answer = render(progress.html, progress.rows);
    },
  ],
  login: [
    /** @preempt */
    (progress) => {
      progress.answer = login();
    },
  ],
  report: [
    /** @preempt */
    (progress) => {
      progress.answer = sumUp();
    },
  ],
};
