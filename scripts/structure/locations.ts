/**
 * Returns the feature that a file belongs to, and the part of the feature. `contract` stands for everything outside
 * `server/` and `web/`, such as rules.ts. Returns null for a file outside `src/features/`.
 */
export function locationOf(path: string): { feature: string; part: 'contract' | 'server' | 'web' } | null {
  const [, feature, pathInFeature] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!feature || !pathInFeature) return null
  if (pathInFeature.startsWith('server/')) return { feature, part: 'server' }
  return { feature, part: pathInFeature.startsWith('web/') ? 'web' : 'contract' }
}

/**
 * Tells whether a file is part of the product. Tests and the code that they share (`*.fixture.ts`) aren't, and may
 * import anything.
 */
export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|test-d|fixture)\.tsx?$/.test(path)
}
