/** Of each node of the graph. */
export const nodeSize = { width: 60, height: 24 } as const;
