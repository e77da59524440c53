/** Whose side a file is in: the feature and the side, or nothing for a file outside `src/features/`. */
export function locationOf(path: string): { feature: string; side: 'contract' | 'server' | 'web' } | null {
  const [, feature, rest] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!feature || !rest) return null
  if (rest.startsWith('server/')) return { feature, side: 'server' }
  return { feature, side: rest.startsWith('web/') ? 'web' : 'contract' }
}

/** Tests, and the programs that they start (`*.fixture.ts`), may look anywhere: they are no part of the product. */
export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|test-d|fixture)\.tsx?$/.test(path)
}
