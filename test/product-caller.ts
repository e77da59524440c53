/**
 * Returns the path and the name of the innermost function of `src/` on the call stack, or null if a function of a test
 * is further inside.
 */
export function findProductCaller(): { path: string; name: string } | null {
  const frame = callSites().find((site) => {
    const file = site.getFileName() ?? ''
    return (
      /\/(src|test|lab)\//.test(file) &&
      !/node_modules|\/test\/(content-watch|observe-sql|product-caller)\.ts/.test(file)
    )
  })
  const path = /\/(src\/[^:?]+)/.exec(frame?.getFileName() ?? '')?.[1]
  return path && !path.includes('.test.') ? { path, name: frame?.getFunctionName() ?? '' } : null
}

/**
 * Returns the stack as objects. If it were read as text, Vitest would look up each line in source maps, which takes a
 * tenth of the tests' CPU time.
 */
function callSites(): NodeJS.CallSite[] {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Error.prepareStackTrace = prepareStackTrace
  return sites
}
