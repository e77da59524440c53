import { isProduct, locationOf } from './locations.ts'
import type { Source, Violation } from './source.ts'

/** Rule numbers are those of AGENTS.md. */
const rule = 'Rule 7, a package is imported in one file'

type CodeArea = 'contract' | 'lib' | 'server' | 'web' | 'command'

/**
 * The packages that many files may import, each with the kinds of code that may do so. Every other package may be
 * imported by only one file.
 */
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
  if (/^src\/(client|app|ui|routes)\//.test(path)) return 'web'
  return path === 'src/contract.ts' ? 'contract' : 'server'
}

export function checkPackages(sources: Source[]): Violation[] {
  const uses = sources
    .filter(({ path }) => isProduct(path))
    .flatMap(({ path, imports }) => imports.filter(isPackage).map((use) => ({ path, ...use })))
  return [...uses.flatMap(checkArea), ...checkOneFile(uses)]
}

type Use = { path: string; target: string; line: number; typesOnly: boolean }

/**
 * Tells a package from a file or a module of Node.js. Paths of files contain a dot, the names of the packages that we
 * use don't.
 */
function isPackage({ target }: { target: string }): boolean {
  return !target.startsWith('node:') && !target.includes('.') && !target.startsWith('src/')
}

function checkArea({ path, target, line, typesOnly }: Use): Violation[] {
  const areas = sharedPackages[target]
  if (!areas || typesOnly || areas.includes(areaOf(path))) return []
  const message = `${target} can only be imported in ${areas.join(', ')} code. ${target === 'kysely' ? 'Use the REST API; SQL stays in server code.' : 'Move the code that needs it there.'}`
  return [{ path, line, rule, message }]
}

/**
 * Checks the rule for packages that aren't shared: only one file may import the package's code. Every file may import
 * its types.
 */
function checkOneFile(uses: Use[]): Violation[] {
  const entryFiles = new Map<string, string>()
  return uses
    .filter(({ target, typesOnly }) => !typesOnly && !(target in sharedPackages))
    .flatMap(({ path, target, line }) => {
      const entryFile = entryFiles.get(target) ?? path
      entryFiles.set(target, entryFile)
      if (entryFile === path) return []
      const message = `${target} is already imported in ${entryFile}. Call functions of that file, so that the package can be replaced in one place.`
      return [{ path, line, rule, message }]
    })
}
