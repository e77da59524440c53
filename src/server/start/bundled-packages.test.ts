import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bundledPackages } from './bundled-packages.ts'

type Package = {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packages that mark their objects with symbols, so they recognize the objects of another copy of the package. */
const duplicable = ['yaml', 'zod']
/** Imports in parts of packages that the site doesn't use, such as adapters for servers. */
const unusedImports = ['altcha-lib imports hono']

const root = join(import.meta.dirname, '../../..')
const readPackage = (folder: string): Package | null => {
  const file = join(folder, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** The packages that the server may load, directly or through others. Maps each name to the package.json. */
function reachablePackages(): Map<string, Package> {
  const found = new Map<string, Package>()
  const waiting = Object.keys(readPackage(root)?.dependencies ?? {})
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue
    const content = readPackage(join(root, 'node_modules', name))
    if (!content) continue
    found.set(name, content)
    waiting.push(...Object.keys(content.dependencies ?? {}))
  }
  return found
}

it('no package outside the server’s bundle imports a package in the bundle, because its classes would exist twice', () => {
  const packages = reachablePackages()
  expect(bundledPackages.filter((name) => !packages.has(name))).toEqual([])
  const once = new Set(bundledPackages.filter((name) => !duplicable.includes(name)))
  const twice = [...packages].flatMap(([name, { dependencies, peerDependencies }]) =>
    bundledPackages.includes(name)
      ? []
      : Object.keys({ ...dependencies, ...peerDependencies })
          .filter((needed) => once.has(needed))
          .map((needed) => `${name} imports ${needed}`),
  )
  expect(twice).toEqual(unusedImports)
})
