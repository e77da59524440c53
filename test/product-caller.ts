/** The calling function of the product: its path and name; null if a test made the call. */
export function findProductCaller(): { path: string; name: string } | null {
  const frame = callSites().find((site) => {
    const file = site.getFileName() ?? ''
    return (
      /\/(src|test)\//.test(file) && !/node_modules|\/test\/(content-watch|observe-sql|product-caller)\.ts/.test(file)
    )
  })
  const path = /\/(src\/[^:?]+)/.exec(frame?.getFileName() ?? '')?.[1]
  return path && !path.includes('.test.') ? { path, name: frame?.getFunctionName() ?? '' } : null
}

/** The stack as objects: for its text, Vitest would look up each line in source maps, a tenth of the tests' CPU time. */
function callSites(): NodeJS.CallSite[] {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, sites) => sites
  const sites = new Error().stack as unknown as NodeJS.CallSite[]
  Error.prepareStackTrace = prepareStackTrace
  return sites
}
