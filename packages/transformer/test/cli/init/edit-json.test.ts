/** package.json and tsconfig.json are edited at positions: comments, order and layout stay. */
import { expect, test } from "vitest";
import { editJson } from "../../../src/cli/init/edit-json.ts";

test("a package is added in the order of the alphabet, and lists stay on their lines", () => {
  const text = '{\n\t"name": "a",\n\t"files": ["dist"],\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"z": "1"\n\t}\n}\n';
  const settings = [
    { path: ["dependencies", "m"], value: '"2"', sorted: true },
    { path: ["devDependencies", "t"], value: '"3"', sorted: true },
  ] as const;
  expect(editJson("package.json", text, settings)).toBe(
    '{\n\t"name": "a",\n\t"files": ["dist"],\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"m": "2",\n\t\t"z": "1"\n\t},\n\t"devDependencies": {\n\t\t"t": "3"\n\t}\n}\n',
  );
});

test("a value that is there is replaced", () => {
  const text = '{ "scripts": { "start": "node a.js" } }';
  expect(editJson("package.json", text, [{ path: ["scripts", "start"], value: '"node b.js"' }])).toBe(
    '{ "scripts": { "start": "node b.js" } }',
  );
});

test("comments of a tsconfig.json stay, and a plugin joins the others", () => {
  const text =
    '{\n  // strict\n  "compilerOptions": {\n    "isolatedModules": true, // for esbuild\n    "plugins": [{ "name": "next" }],\n  },\n}\n';
  const settings = [
    { path: ["compilerOptions", "isolatedModules"], value: "false" },
    { path: ["compilerOptions", "plugins"], value: '{ "transform": "x" }', isElement: true },
    { path: ["compilerOptions", "strict"], value: "true" },
  ] as const;
  expect(editJson("tsconfig.json", text, settings)).toBe(
    '{\n  // strict\n  "compilerOptions": {\n    "isolatedModules": false, // for esbuild\n    "plugins": [{ "name": "next" }, { "transform": "x" }],\n    "strict": true,\n  },\n}\n',
  );
});

test("an empty object gets its first property", () => {
  expect(editJson("package.json", "{}\n", [{ path: ["scripts", "start"], value: '"x"' }])).toBe(
    '{\n  "scripts": {\n    "start": "x"\n  }\n}\n',
  );
});

test("what is no object is not edited", () => {
  expect(editJson("package.json", "[]", [{ path: ["a"], value: "1" }])).toBeUndefined();
  expect(editJson("package.json", '{ "scripts": [] }', [{ path: ["scripts", "a"], value: "1" }])).toBeUndefined();
  expect(editJson("package.json", '{ "a": ', [{ path: ["a"], value: "1" }])).toBeUndefined();
});
