/** Mutations of the packages for React, Vue and Svelte: when a job starts, when it is cancelled, and what is shown. */
import { breaking, type Mutation } from "./mutation.ts";

const latest = breaking("frameworks", "latest-job/src/");
const react = breaking("frameworks", "react/src/");
const vue = breaking("frameworks", "vue/src/");
const svelte = breaking("frameworks", "svelte/src/");

export const frameworkMutations: readonly Mutation[] = [
  latest("arguments are compared by Object.is", "index.ts", "Object.is(arg, b[i])", "arg === b[i]"),
  latest("a list that is longer is another", "index.ts", "a.length === b.length && ", ""),
  latest(
    "the same call starts no second job",
    "index.ts",
    "if (shown.fn === fn && isSame(shown.args, args)) return;",
    "",
  ),
  latest("another function starts a job", "index.ts", "if (shown.fn === fn && isSame", "if (isSame"),
  latest("a job whose arguments have changed is cancelled", "index.ts", "    job.cancel();", ""),
  latest(
    "the previous result stays while the next job runs",
    "index.ts",
    'status: "pending", isPending: true, result: view.result',
    'status: "pending", isPending: true, result: undefined',
  ),
  latest(
    "a job that was cancelled shows nothing when it ends",
    "index.ts",
    "      if (this.#job !== job) return;\n      this.#job = undefined;",
    "      this.#job = undefined;",
  ),
  latest(
    "a job that was cancelled reports nothing",
    "index.ts",
    "      if (this.#job !== job) return;\n      this.shown = { fn, args, view: {",
    "      this.shown = { fn, args, view: {",
  ),
  latest("reports are shown together", "index.ts", "this.#timer ??= setTimeout", "this.#timer = setTimeout"),
  latest(
    "a job that was stopped starts again",
    "index.ts",
    "this.shown = { ...nothingShown, view: this.shown.view };",
    "",
  ),
  react("a job ends with its component", "use-job.ts", "() => () => latest.stop()", "() => () => {}"),
  react(
    "a server starts no page's scheduler",
    "provider.ts",
    "isServer() ? undefined : pageScheduler()",
    "pageScheduler()",
  ),
  react(
    "components that suspend share a job",
    "job-cache.ts",
    "if (one.fn === fn && isSame(one.args, args)) return one;",
    "",
  ),
  react("strict mode takes a job up again", "job-cache.ts", "  cached.jobs.add(cached);\n  return", "  return"),
  react("a job on the screen is kept", "job-cache.ts", "if (cached.holders > 0) return;\n  cached.jobs", "cached.jobs"),
  react("a job that is let go is cancelled", "job-cache.ts", "  cached.job.cancel();", ""),
  react(
    "an urgent render leaves the transition's job alone",
    "job-cache.ts",
    "cached.holders > 0 || cached === this.#job",
    "cached === this.#job",
  ),
  react("an error is kept no longer than a second", "job-cache.ts", "  letGoAfter(cached, thrown);\n", ""),
  vue("a job ends with its scope", "use-job.ts", "if (getCurrentScope()) onScopeDispose(() => latest.stop());", ""),
  vue("a server starts nothing", "use-job.ts", "if (!isServer()) {", "{"),
  vue("raw objects are passed", "use-job.ts", "given.map(toRaw)", "given"),
  svelte("a job ends with its last reader", "use-job.ts", "      latest.stop();", ""),
  svelte("readers see new arguments", "use-job.ts", "if (latest.shown.view !== before) update();", ""),
];
