/** The feature and side (contract, server or web) of a file; undefined outside `src/features/`. */
export function locationOf(path: string): { feature: string; side: 'contract' | 'server' | 'web' } | null {
  const [, feature, rest] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!feature || !rest) return null
  if (rest.startsWith('server/')) return { feature, side: 'server' }
  return { feature, side: rest.startsWith('web/') ? 'web' : 'contract' }
}

/** Whether a file is part of the product. Tests and their programs (`*.fixture.ts`) aren't, and may import anything. */
export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|test-d|fixture)\.tsx?$/.test(path)
}
