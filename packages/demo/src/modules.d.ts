/** What the build makes of modules under a query; see build/variants.ts. */
declare module "*?paper";
declare module "*?plain";
declare module "*?output" {
  const code: string;
  export default code;
}
