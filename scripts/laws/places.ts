/** Whose room a file is in: the feature and the room, or nothing for a file outside `src/features/`. */
export function roomOf(path: string): { feature: string; room: 'door' | 'server' | 'web' } | null {
  const [, feature, rest] = /^src\/features\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (!feature || !rest) return null
  if (rest.startsWith('server/')) return { feature, room: 'server' }
  return { feature, room: rest.startsWith('web/') ? 'web' : 'door' }
}

/** Tests, and the programs that they start (`*.fixture.ts`), may look anywhere: they are no part of the product. */
export function isProduct(path: string): boolean {
  return path.startsWith('src/') && !/\.(test|test-d|fixture)\.tsx?$/.test(path)
}
