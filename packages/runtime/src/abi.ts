/**
 * What emitted code imports. Not for people: the transformer and this module change together.
 *
 * Every name is one field of the realm's shared protocol; packages/transformer/src/runtime-names.ts lists those
 * that emitted code mentions, and a test checks that they are exported here.
 */
import { realm } from "./realm.ts";

export const {
  state,
  signal,
  run,
  call,
  of,
  ofAwaited,
  attach,
  attachArrow,
  attachAsync,
  attachAsyncArrow,
  attachOwner,
  attachAsyncOwner,
  attachMethod,
  attachOwn,
  bodyKey,
  propertyKey,
  own,
  superReference,
  wait,
  settle,
  awaited,
  awaitedTail,
  delegate,
  iterateAsync,
  disposeAsync,
  enter,
  enterAsync,
  resumeExact,
} = realm;
