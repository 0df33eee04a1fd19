/** Files that are no part of an application, by their names. Apart from what needs TypeScript: Node's hooks start without it. */
export const testFile: RegExp = /(^|\/)(tests?|__tests__|e2e|specs?)\/|[.-](test|spec|bench)\.[cm]?[jt]sx?$/;
