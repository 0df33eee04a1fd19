/** Mocha: the groups are called as they stand, the tests after the program, one after the other. */
import { showError } from "../show.ts";
import type { Host, Install } from "./host.ts";

type Body = (this: unknown, done?: (error?: unknown) => void) => unknown;

export const installMocha: Install = (host) => {
  const { realm } = host;
  const groups: string[] = [];
  const hooks: { readonly each: Body[] } = { each: [] };
  const describe = (title: string, body: () => unknown) => {
    groups.push(title);
    body();
    groups.pop();
  };
  const it = (title: string, body: Body) => addTest(host, [...groups, title].join(" › "), body, hooks.each);
  const skipped = { skip: () => undefined };
  realm.define("describe", Object.assign(describe, { ...skipped, only: describe }));
  realm.define("it", Object.assign(it, { ...skipped, only: it }));
  realm.define("context", describe);
  realm.define("xit", () => undefined);
  realm.define("xdescribe", () => undefined);
  realm.define("beforeEach", (body: Body) => void hooks.each.push(body));
  for (const name of ["before", "after", "afterEach"]) realm.define(name, () => undefined);
};

function addTest({ realm, later }: Host, title: string, body: Body, before: readonly Body[]): void {
  for (const hook of before) later(hook as () => unknown);
  later(() => realm.print(`test ${title}`));
  const callsBack = body.length > 0;
  later(
    callsBack
      ? () => body.call({}, (error) => realm.print(error === undefined ? "done" : showError(error)))
      : (body as () => unknown),
  );
}
