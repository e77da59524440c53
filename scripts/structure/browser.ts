import { isProduct, locationOf } from './locations.ts'
import type { Source, Violation } from './source.ts'

/** Rule numbers are those of AGENTS.md. */
const rule = 'Rule 3, the browser imports the contract as types only'

/** Tells whether the code of a file runs in the browser. */
function runsInBrowser(path: string): boolean {
  if (path === 'src/app/entry-server.ts') return false
  return locationOf(path)?.part === 'web' || /^src\/(client|app|ui|routes)\//.test(path)
}

const isZod = (target: string) => target === 'zod' || target === '@hono/zod-openapi'
const isContract = (target: string) =>
  target === 'src/contract.ts' || /^src\/features\/[^/]+\/(?:[\w-]+-)?contract\.ts$/.test(target)

/**
 * Follows the imports of every browser file, except imports of types only. Reports each import that leads to zod or a
 * contract, even through other files, with the chain of files.
 */
export function checkBrowser(sources: Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const chains = new Map<string, string[] | null>()

  /** Returns the chain of value imports from `path` to zod or a contract, or null if there is none. */
  function findChain(path: string): string[] | null {
    if (isZod(path) || isContract(path)) return [path]
    const knownChain = chains.get(path)
    if (knownChain !== undefined) return knownChain
    chains.set(path, null)
    for (const { target, typesOnly } of byPath.get(path)?.imports ?? []) {
      const restOfChain = typesOnly ? null : findChain(target)
      if (restOfChain) chains.set(path, [path, ...restOfChain])
    }
    return chains.get(path) ?? null
  }

  return sources
    .filter(({ path }) => isProduct(path) && runsInBrowser(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ target, line, typesOnly }) => {
        // A chain that leads through another browser file is reported for that file.
        const chain = typesOnly || runsInBrowser(target) ? null : findChain(target)
        if (!chain) return []
        const message = `This import brings zod into the first-load JavaScript (${[path, ...chain].join(' → ')}). Write \`import type\` for types. Numbers and texts that the browser needs belong in a rules file that doesn’t import zod.`
        return [{ path, line, rule, message }]
      }),
    )
}
