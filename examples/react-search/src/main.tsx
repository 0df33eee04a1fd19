import { Scheduler } from "@preempt/runtime";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { makeTitles } from "./titles.ts";
import { SchedulerContext } from "./use-job.ts";

const rt = new Scheduler();

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <SchedulerContext value={rt}>
      <App titles={makeTitles(200_000)} />
    </SchedulerContext>
  </StrictMode>,
);
