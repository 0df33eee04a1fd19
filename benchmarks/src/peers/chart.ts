export const peerChart = (_report: unknown, _machine: string): string => "";
