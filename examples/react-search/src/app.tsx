import { useState } from "react";
import { search } from "./search.ts";
import { useJob } from "./use-job.ts";

export function App({ titles }: { titles: readonly string[] }) {
  const [query, setQuery] = useState("");
  const { value: found = [], isBusy } = useJob(search, [titles, query], 100);
  return (
    <>
      <label>
        Search {titles.length.toLocaleString("en")} titles
        <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      <ul aria-busy={isBusy}>
        {found.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </>
  );
}
