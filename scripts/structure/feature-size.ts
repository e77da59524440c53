import { posix } from 'node:path'
import { isProduct, locationOf } from './locations.ts'
import type { Violation } from './source.ts'

const featureMax = 100
const folderMax = 40

/** Checks the number of files of each feature and each folder, not counting tests. `paths` are the paths of all files. */
export function checkFeatureSize(paths: string[]): Violation[] {
  const product = paths.filter(isProduct)
  const features = countBy(product, (path) => locationOf(path)?.feature).flatMap(([feature, size]) => {
    if (size <= featureMax) return []
    const message = `${feature} has ${size} files, but at most ${featureMax} are allowed. Move some of its use cases to a separate feature that imports this one, as writing, worksheet and transfer import catalogue.`
    return [{ path: `src/features/${feature}/contract.ts`, line: 1, rule: 'Size of a feature', message }]
  })
  const folders = countBy(product, posix.dirname).flatMap(([folder, size]) => {
    if (size <= folderMax) return []
    const message = `${folder} has ${size} files, but at most ${folderMax} are allowed. Move those of one subject to a folder in it.`
    return [{ path: folder, line: 1, rule: 'Size of a folder', message }]
  })
  return [...features, ...folders]
}

function countBy(paths: string[], group: (path: string) => string | undefined): [string, number][] {
  const sizes = new Map<string, number>()
  for (const name of paths.map(group)) if (name) sizes.set(name, (sizes.get(name) ?? 0) + 1)
  return [...sizes]
}
