// @vitest-environment jsdom
/** The recipe for TanStack Query of docs/frameworks.md: a query whose function submits a job with the query's signal. */
import { useScheduler } from "@preempt/react";
import type { Scheduler } from "@preempt/runtime";
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act } from "react";
import { expect, test, vi } from "vitest";
import { count, pass, render, states, text } from "./kit.tsx";

function Count({ n }: { n: number }) {
  const rt = useScheduler() as Scheduler;
  const { data, isFetching } = useQuery({
    queryKey: ["count", n],
    queryFn: async ({ signal }) => rt.submit(count, { args: [n], signal, deadline: 100 }),
    structuralSharing: false,
    retry: false,
  });
  return (
    <p>
      {isFetching ? "fetching" : "ready"} {data?.toUpperCase()}
    </p>
  );
}

test("a query's job is cancelled when the query is, and its result is cached as any other", async () => {
  const client = new QueryClient();
  const page = (n: number) => (
    <QueryClientProvider client={client}>
      <Count n={n} />
    </QueryClientProvider>
  );
  const shows = (wanted: string) => vi.waitFor(() => act(async () => expect(text()).toBe(wanted)), { timeout: 20_000 });
  const { show } = await render(page(9), { strict: false });
  await pass(3);
  await show(page(2));
  await pass();
  await shows("ready 2 DONE");
  expect(states()).toEqual(["cancelled", "done"]);
  await show(page(1));
  await pass();
  await shows("ready 1 DONE");
  client.setQueryDefaults(["count"], { staleTime: Number.POSITIVE_INFINITY });
  await show(page(2));
  await shows("ready 2 DONE");
  client.clear();
});
