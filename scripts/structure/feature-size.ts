import { isProduct, locationOf } from './locations.ts'
import type { Violation } from './source.ts'

const rule = 'A feature has at most 120 files'
const filesMax = 120

/** Checks the number of files of each feature, not counting tests. `paths` are the paths of all files. */
export function checkFeatureSize(paths: string[]): Violation[] {
  const sizes = new Map<string, number>()
  for (const path of paths.filter(isProduct)) {
    const feature = locationOf(path)?.feature
    if (feature) sizes.set(feature, (sizes.get(feature) ?? 0) + 1)
  }
  return [...sizes].flatMap(([feature, size]) => {
    if (size <= filesMax) return []
    const message = `${feature} has ${size} files, but at most ${filesMax} are allowed. Move some of its use cases to a separate feature that imports this one, as writing, worksheet and transfer import catalogue.`
    return [{ path: `src/features/${feature}/contract.ts`, line: 1, rule, message }]
  })
}
