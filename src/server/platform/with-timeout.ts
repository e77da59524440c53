/**
 * Waits for `work` for up to `ms`, then returns the result of `late`, or throws its error. A later result of `work` is
 * dropped.
 */
export async function withTimeout<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: () => Late | Promise<Late>,
): Promise<Result | Late> {
  const { promise: elapsed, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([work, elapsed.then(late)]).finally(() => clearTimeout(timer))
}
