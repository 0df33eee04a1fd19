import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { makeTitles } from "./titles.ts";

const titles = makeTitles(200_000);

createRoot(document.getElementById("root") as HTMLElement).render(
  <StrictMode>
    <App titles={titles} />
  </StrictMode>,
);
