import { isProduct, locationOf } from './locations.ts'
import type { Source, Violation } from './source.ts'

const rule = 'Rule 7, a vendor enters through one file'

type CodeArea = 'contract' | 'lib' | 'server' | 'web' | 'command'

/** The packages that many files need, and the places that may import them. Every other package has one file. */
const sharedPackages: Record<string, readonly CodeArea[]> = {
  zod: ['contract', 'lib', 'server', 'command'],
  '@hono/zod-openapi': ['contract', 'lib', 'server'],
  hono: ['server'],
  kysely: ['server', 'command'],
  '@opentelemetry/api': ['server'],
  react: ['web'],
  'react-dom': ['web'],
  '@tanstack/react-query': ['web'],
  '@tanstack/react-router': ['web'],
  '@tanstack/react-start': ['web'],
}

function areaOf(path: string): CodeArea {
  const part = locationOf(path)?.part
  if (part) return part
  if (path.startsWith('src/lib/')) return 'lib'
  if (path.startsWith('src/cli/')) return 'command'
  if (/^src\/(web|ui|routes)\//.test(path)) return 'web'
  return path === 'src/contract.ts' ? 'contract' : 'server'
}

export function checkPackages(sources: Source[]): Violation[] {
  const uses = sources
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, imports }) => imports.filter(isPackage).map((use) => ({ path, ...use })))
  return [...uses.flatMap(checkArea), ...checkOneFile(uses)]
}

type Use = { path: string; target: string; line: number; typesOnly: boolean }

function isPackage({ target }: { target: string }): boolean {
  return !target.startsWith('node:') && !target.includes('.') && !target.startsWith('src/')
}

function checkArea({ path, target, line, typesOnly }: Use): Violation[] {
  const areas = sharedPackages[target]
  if (!areas || typesOnly || areas.includes(areaOf(path))) return []
  const message = `${target} has no business here: it belongs to ${areas.join(', ')} code. ${target === 'kysely' ? 'Ask through the REST API; SQL stays in the server code.' : 'Keep what needs it there.'}`
  return [{ path, line, rule, message }]
}

/** Types may be imported anywhere on the server; a vendor's code only in one file. */
function checkOneFile(uses: Use[]): Violation[] {
  const first = new Map<string, string>()
  return uses
    .filter(({ target, typesOnly }) => !typesOnly && !(target in sharedPackages))
    .flatMap(({ path, target, line }) => {
      const entryFile = first.get(target) ?? path
      first.set(target, entryFile)
      if (entryFile === path) return []
      const message = `${target} enters through ${entryFile} already. Call what that file offers, so that the vendor can be changed in one place.`
      return [{ path, line, rule, message }]
    })
}
