import { setTimeout as delay } from 'node:timers/promises'

/** Waits for `work` for up to `ms`, then returns the result of `late`, or throws its error. A later result of `work` is dropped. */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: () => Late | Promise<Late>,
): Promise<Result | Late> {
  const wait = new AbortController()
  return Promise.race([work, delay(ms, undefined, { signal: wait.signal }).then(late)]).finally(() => wait.abort())
}
