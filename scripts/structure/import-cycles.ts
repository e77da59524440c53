import type { Source, Violation } from './source.ts'

/** Rule numbers are those of AGENTS.md. */
const rule = 'Rule 4, no import cycles'

/** The generated file that imports every route. It isn't in `sources`; importing it counts as importing all routes. */
const routeTree = 'src/app/route-tree.gen.ts'

/**
 * Finds import cycles, including those of type imports and lazy imports. Files in a cycle can't be read, tested or
 * moved separately.
 */
export function checkImportCycles(sources: Source[]): Violation[] {
  const routes = sources.map(({ path }) => path).filter((path) => path.startsWith('src/routes/'))
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const violations: Violation[] = []

  const visit = (path: string, trail: string[]) => {
    const source = byPath.get(path)
    if (!source || done.has(path)) return
    const currentTrail = [...trail, path]
    for (const { target, line } of source.imports)
      for (const next of target === routeTree ? routes : [target]) {
        const start = currentTrail.indexOf(next)
        if (start === -1) visit(next, currentTrail)
        else violations.push({ path, line, rule, message: messageFor([...currentTrail.slice(start), next]) })
      }
    done.add(path)
  }
  for (const { path } of sources) visit(path, [])
  return violations
}

function messageFor(cycle: string[]): string {
  return `These files import each other in a cycle: ${cycle.join(' → ')}. Move what two of them share (often a type) to one of them or to a separate file, or pass it as an argument.`
}
