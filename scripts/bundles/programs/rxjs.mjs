import {
  bufferCount,
  catchError,
  combineLatest,
  concatMap,
  distinctUntilChanged,
  EMPTY,
  expand,
  from,
  groupBy,
  mergeMap,
  of,
  range,
  reduce,
  retry,
  Subject,
  scan,
  share,
  switchMap,
  take,
  takeUntil,
  throwError,
  toArray,
  zip,
} from "rxjs";
/** @preempt */
export function run() {
  const out = [];
  const log = (x) => out.push(x);
  range(1, 10)
    .pipe(
      scan((a, b) => a + b, 0),
      bufferCount(3),
      concatMap((x) => from(x)),
      toArray(),
    )
    .subscribe(log);
  zip(of(1, 2), of("a", "b", "c")).subscribe(log);
  combineLatest([of(1, 2), of(3)]).subscribe(log);
  const s = new Subject();
  const sh = s.pipe(share(), distinctUntilChanged());
  sh.subscribe(log);
  sh.pipe(take(2)).subscribe({ next: log, complete: () => log("done") });
  for (const x of [1, 1, 2, 3]) s.next(x);
  let n = 0;
  throwError(() => new Error(`e${n++}`))
    .pipe(
      retry(2),
      catchError((e) => of(e.message)),
    )
    .subscribe(log);
  range(0, 9)
    .pipe(
      groupBy((x) => x % 3),
      mergeMap((g) => g.pipe(reduce((a, x) => a + x, 0))),
    )
    .subscribe(log);
  of(1)
    .pipe(
      expand((x) => (x < 50 ? of(x * 2) : EMPTY)),
      switchMap((x) => of(x, -x)),
      takeUntil(new Subject()),
    )
    .subscribe(log);
  return JSON.stringify(out);
}
