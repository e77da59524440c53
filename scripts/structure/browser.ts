import { isProduct, locationOf } from './places.ts'
import type { Source, Violation } from './source.ts'

const rule = 'Rule 3, the browser knows the contract as types only'

/** Files whose code reaches the browser. */
function startsInBrowser(path: string): boolean {
  if (path === 'src/web/entry-server.tsx' || path === 'src/web/entry-server.ts') return false
  return locationOf(path)?.side === 'web' || /^src\/(web|ui|routes)\//.test(path)
}

const isZod = (target: string) => target === 'zod' || target === '@hono/zod-openapi'
const isContract = (target: string) =>
  target === 'src/contract.ts' || /^src\/features\/[^/]+\/contract\.ts$/.test(target)

/**
 * Follows value imports from every browser file, since zod sneaks in by a rules file just as well. Reports each import
 * by which a browser file reaches it, with the way it took.
 */
export function checkBrowser(sources: Source[]): Violation[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const roads = new Map<string, string[] | null>()

  /** The way from `path` to zod or a contract by value imports, or null. */
  function roadFrom(path: string): string[] | null {
    if (isZod(path) || isContract(path)) return [path]
    const known = roads.get(path)
    if (known !== undefined) return known
    roads.set(path, null)
    for (const { target, typesOnly } of byPath.get(path)?.imports ?? []) {
      const rest = typesOnly ? null : roadFrom(target)
      if (rest) roads.set(path, [path, ...rest])
    }
    return roads.get(path) ?? null
  }

  return sources
    .filter(({ path }) => isProduct(path) && startsInBrowser(path))
    .flatMap(({ path, imports }) =>
      imports.flatMap(({ target, line, typesOnly }) => {
        // A road through another browser file is reported there.
        const road = typesOnly || startsInBrowser(target) ? null : roadFrom(target)
        if (!road) return []
        const message = `This import brings zod into the first-load JavaScript (${[path, ...road].join(' → ')}). Write \`import type\` for shapes; numbers and texts that the browser needs stand in rules.ts, which stays free of zod.`
        return [{ path, line, rule, message }]
      }),
    )
}
