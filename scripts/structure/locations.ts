/** The feature of a file, and whether it is in its contract, server or web part. Null outside `src/features/`. */
export function locationOf(path: string): { feature: string; part: 'contract' | 'server' | 'web' } | null {
  const [, feature, pathInFeature] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!feature || !pathInFeature) return null
  if (pathInFeature.startsWith('server/')) return { feature, part: 'server' }
  return { feature, part: pathInFeature.startsWith('web/') ? 'web' : 'contract' }
}

/** Whether a file is part of the product. Tests and their programs (`*.fixture.ts`) aren't, and may import anything. */
export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|test-d|fixture)\.tsx?$/.test(path)
}
