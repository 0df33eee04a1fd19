import { transform } from "sucrase";
/** @preempt */
export function run() {
  return transform(
    "import React, {useState as u} from 'react'; export default class A<T> extends B { private x: number = 1; static y?: string; constructor(readonly z: Z) { super(); } } enum E { A, B = 'x', C = 1 << 2 } const e = <div a={1} {...b}>hi {u<number>(2)!}</div>; export const f = async <T,>(a?: T): Promise<void> => { for await (const x of y) a?.b ?? c; };",
    { transforms: ["typescript", "jsx", "imports"] },
  ).code;
}
