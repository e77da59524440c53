import { isProduct, locationOf } from './locations.ts'
import type { Source, Violation } from './source.ts'

/**
 * Rule 4 of AGENTS.md. Each feature may import from the features that are listed for it, and from the features that
 * they may import from.
 */
export const knows: Record<string, readonly string[]> = {
  captcha: [],
  accounts: ['captcha'],
  'second-factor': ['accounts'],
  passkeys: ['accounts'],
  groups: ['accounts', 'labels'],
  connections: ['groups'],
  invitations: ['accounts'],
  contact: ['accounts'],
  consent: [],
  models: [],
  health: [],
  reference: ['tokens'],
  variables: [],
  'text-search': [],
  results: [],
  labels: [],
  proofs: ['models'],
  catalogue: ['blocks', 'groups', 'labels', 'models', 'proofs', 'results', 'text-search', 'variables'],
  'prompt-search': ['catalogue'],
  'prompt-statistics': ['catalogue'],
  writing: ['catalogue'],
  translations: ['writing'],
  worksheet: ['prompt-statistics'],
  embeddings: ['catalogue'],
  examples: ['catalogue'],
  showcase: ['examples', 'prompt-tests'],
  transfer: ['examples'],
  tools: ['prompt-search'],
  credits: ['accounts'],
  votes: ['prompt-statistics'],
  favorites: ['prompt-statistics'],
  blocks: ['accounts'],
  following: ['collections'],
  notifications: ['favorites', 'following', 'blocks', 'comments'],
  views: ['prompt-statistics'],
  contributors: ['catalogue'],
  claims: ['catalogue', 'connections'],
  sandbox: [],
  billing: ['credits'],
  tokens: ['credits'],
  mcp: ['search', 'change-requests', 'transfer', 'views'],
  skills: ['mcp', 'collections'],
  oauth: ['mcp', 'tokens'],
  generator: ['models', 'credits', 'worksheet', 'prompt-search', 'search'],
  comparison: ['models', 'credits', 'worksheet'],
  collections: ['writing', 'comments'],
  comments: ['comparison', 'tools'],
  'prompt-tests': ['comparison', 'writing', 'notifications'],
  radar: ['prompt-tests'],
  webhooks: ['writing', 'notifications'],
  'change-requests': ['writing', 'notifications', 'prompt-tests'],
  approvals: ['change-requests'],
  'group-transfer': ['approvals', 'transfer'],
}

/**
 * Each of these features may import from every feature in `knows`, except a feature whose list in `knows` contains it.
 * Such a feature may import from the reader, but not from what the reader imports from.
 */
export const readers = ['home', 'search', 'moderation', 'site']

/** Tells whether a file of feature `from` may import from feature `to` or name its tables. */
export function mayKnow(from: string, to: string): boolean {
  if (from === to) return true
  if (readers.includes(from)) return !readers.includes(to) && !knows[to]?.includes(from)
  const direct = knows[from] ?? []
  return direct.some((feature) => feature === to || (!readers.includes(feature) && mayKnow(feature, to)))
}

export function checkDirections(sources: Source[]): Violation[] {
  return sources.filter((source) => isProduct(source.path)).flatMap(checkDirectionsOf)
}

function checkDirectionsOf({ path, imports }: Source): Violation[] {
  const importing = locationOf(path)
  if (!importing) return []
  const rule = 'Rule 4, directions between features'
  if (!(importing.feature in knows) && !readers.includes(importing.feature)) {
    const message = `The feature "${importing.feature}" is missing from scripts/structure/directions.ts. Add it with the features that it may know.`
    return [{ path, line: 1, rule, message }]
  }
  return imports.flatMap(({ target, line }) => {
    const imported = locationOf(target)
    if (!imported || mayKnow(importing.feature, imported.feature)) return []
    const message = `${importing.feature} must not know ${imported.feature}: features know each other in one direction only, so that a lower one can be read, tested and removed on its own. Get what you need through a hook or slot that src/contract.ts, src/server/app.ts or src/routes/ fills.`
    return [{ path, line, rule, message }]
  })
}
