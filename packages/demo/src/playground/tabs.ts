/** Tabs by the pattern of the ARIA practices: arrow keys move and choose, the others are out of the tab order. */

/** Makes `list` work; the result chooses a tab by id. */
export function tabs(list: HTMLElement): (id: string) => void {
  const all = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const choose = (chosen: HTMLElement | undefined) => {
    for (const tab of all) {
      const isChosen = tab === chosen;
      tab.ariaSelected = String(isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (panel !== null) panel.hidden = !isChosen;
    }
  };
  for (const tab of all) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = nextOf(event.key, at, all.length);
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    choose(all[next]);
    all[next]?.focus();
  });
  return (id) => choose(all.find((tab) => tab.id === id));
}

function nextOf(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
