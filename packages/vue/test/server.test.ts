/** Rendering on a server: no job starts. */
import { useJob, useScheduler } from "@preempt/vue";
import { expect, test } from "vitest";
import { createSSRApp, defineComponent, h } from "vue";
import { renderToString } from "vue/server-renderer";

test("useJob renders its first view, and starts nothing", async () => {
  let calls = 0;
  const Answer = defineComponent(() => {
    const pending = useJob(
      () => ++calls,
      () => [],
    );
    const idle = useJob(
      () => ++calls,
      () => false,
    );
    return () => h("p", `${pending.status.value} ${idle.status.value} ${useScheduler()}`);
  });
  expect(await renderToString(createSSRApp(Answer))).toBe("<p>pending idle undefined</p>");
  expect(calls).toBe(0);
  expect((globalThis as Record<symbol, unknown>)[Symbol.for("@preempt/scheduler")]).toBeUndefined();
});
