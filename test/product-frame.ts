/** The function of the product that called, from the stack of an error: its path and name; null if a test did. */
export function findProductCaller(stack: string): { path: string; name: string } | null {
  const frame = stack
    .split('\n')
    .find((line) => /\/(src|test)\//.test(line) && !/node_modules|\/test\/(content-watch|observe-sql)\.ts/.test(line))
  const path = /\/(src\/[^:?]+)/.exec(frame ?? '')?.[1]
  if (!path || path.includes('.test.')) return null
  return { path, name: /^\s*at (?:async )?([\w.]+) \(/.exec(frame ?? '')?.[1] ?? '' }
}
