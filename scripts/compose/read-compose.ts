import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A service as compose.yaml and compose.cluster.yaml describe it. */
export type Service = {
  image: string
  depends_on: string[] | Record<string, { condition: string }>
  environment: Record<string, string>
  ports: string[]
  volumes: string[]
  tmpfs: string[]
  cap_drop: string[]
  security_opt: string[]
  healthcheck: { test: string[]; interval: string; timeout: string; retries: number; start_period: string }
  deploy: { replicas: number }
} & Record<'read_only' | 'restart' | 'stop_grace_period' | 'mem_limit' | 'pids_limit' | 'shm_size', string>

/** Stands for a value that Compose's tag `!reset` removes. */
const removed = Symbol('removed')
const resetTag = { tag: '!reset', collection: 'seq' as const, resolve: () => removed }

/** Reads the services of Compose files. Each file is merged into the files before it, and variables are filled in. */
export function readServices(files: string[], variables: Record<string, string>): Record<string, Partial<Service>> {
  const trees = files.map((file) => parse(readFileSync(file, 'utf8'), { customTags: [resetTag], merge: true }))
  return fillIn(trees.reduce(mergeTrees), variables).services
}

function isMap(tree: unknown): tree is Record<string, unknown> {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree)
}

/** Merges maps, concatenates lists, and replaces anything else. */
function mergeTrees(base: unknown, override: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(override)) return [...base, ...override]
  if (!isMap(base) || !isMap(override)) return override
  const names = new Set([...Object.keys(base), ...Object.keys(override)])
  const entries = [...names].map((name) => [
    name,
    name in override ? mergeTrees(base[name], override[name]) : base[name],
  ])
  return Object.fromEntries(entries.filter(([, tree]) => tree !== removed))
}

// biome-ignore lint/suspicious/noExplicitAny: the files have the shape of `Service`.
function fillIn(tree: unknown, variables: Record<string, string>): any {
  if (typeof tree === 'string') return substitute(tree, variables)
  if (Array.isArray(tree)) return tree.map((one) => fillIn(one, variables))
  if (!isMap(tree)) return tree
  return Object.fromEntries(Object.entries(tree).map(([name, one]) => [name, fillIn(one, variables)]))
}

/**
 * Fills in `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. The last one throws with the message
 * if there is no value.
 */
function substitute(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = '') => {
    const value = variables[name] ?? ''
    if (value === '' && kind === '?') throw new Error(rest)
    return value === '' && kind === '-' ? rest : value
  })
}
