/**
 * Waits for `work` for up to `ms`. After that, returns what `late` returns, or throws what `late` throws, and
 * ignores what `work` does.
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
