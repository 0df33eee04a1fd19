/** Which tasks have to be on one thread. */
import type { TaskParameters } from "../parameters.ts";

/** Tasks that share a resource, directly or through others, stand together: a lock is of one thread. */
export function sharing(tasks: readonly Pick<TaskParameters, "cs">[]): number[][] {
  const groups: { readonly tasks: number[]; readonly resources: Set<string> }[] = [];
  tasks.forEach(({ cs = {} }, i) => {
    const used = Object.keys(cs).filter((name) => (cs[name] ?? 0) > 0);
    const joined = groups.filter(({ resources }) => used.some((name) => resources.has(name)));
    const merged = { tasks: [...joined.flatMap((group) => group.tasks), i], resources: new Set(used) };
    for (const group of joined) {
      for (const name of group.resources) merged.resources.add(name);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(merged);
  });
  return groups.map((group) => group.tasks);
}
