/** What every connection of ours sets, whatever server, database or user say. */
export const sessionSettings = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
  // Two typing mistakes in one word still count as alike (research: 0.6 is too strict).
  'pg_trgm.word_similarity_threshold': '0.5',
  timezone: 'UTC',
  // Disks of today read anywhere as fast: with the old default, searches of a million prompts read the whole table.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than any of our short queries.
  jit: 'off',
} as const

/** The name by which commands know that a program of ours is connected. */
export const applicationName = 'promptarium'

/** The same as startup options. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * The startup options of a connection, and its URL without any: `pg` would send those of the URL instead of ours. Ours
 * come last, so that they hold.
 */
export function withOptions(connectionString: string): { connectionString: string; options: string } {
  const url = new URL(connectionString)
  const own = url.searchParams.getAll('options')
  if (own.length === 0) return { connectionString, options: sessionOptions }
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [...own, sessionOptions].join(' ') }
}

/** Parameters of a URL that `pg` would take instead of what we set. */
const ours = ['application_name', 'query_timeout', 'replication', ...Object.keys(sessionSettings)]

/** A setting of ours that a URL would change, by itself or in its `options`; null when there is none. */
export function findOverridden(connectionString: string): string | null {
  const { searchParams } = new URL(connectionString)
  const said = searchParams.getAll('options').join(' ')
  const names = [...said.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)\s*=/g)].map(([, name = '']) => name)
  const all = [...searchParams.keys(), ...names].map((name) => name.toLowerCase().replaceAll('-', '_'))
  return ours.find((name) => all.includes(name)) ?? null
}
