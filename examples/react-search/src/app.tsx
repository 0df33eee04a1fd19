import { useJob } from "@preempt/react";
import { useState } from "react";
import { search } from "./search.ts";

export function App({ titles }: { titles: readonly string[] }) {
  const [query, setQuery] = useState("");
  const wanted = query.trim();
  const job = useJob(search, wanted !== "" && [titles, wanted], { deadline: 100 });
  return (
    <>
      <h1>Search as you type</h1>
      <label>
        Search {titles.length.toLocaleString("en")} titles
        <input type="search" value={query} onChange={({ target }) => setQuery(target.value)} />
      </label>
      {job.status === "failed" && <p role="alert">The search has failed: {String(job.error)}</p>}
      {job.status === "done" && job.result.length === 0 && <p>No title resembles “{wanted}”.</p>}
      <ul aria-busy={job.isPending}>
        {job.result?.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </>
  );
}
