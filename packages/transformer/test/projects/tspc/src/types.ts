export interface Found {
  found: number[];
  count: number;
}
