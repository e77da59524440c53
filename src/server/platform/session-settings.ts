/** The settings of all our connections, independent of server, database and user. */
export const sessionSettings = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
  // Words with two typing mistakes still count as similar (research: 0.6 is too strict).
  'pg_trgm.word_similarity_threshold': '0.5',
  timezone: 'UTC',
  // Modern disks have fast random access. With the old default, searches of a million prompts scan the whole table.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than our short queries.
  jit: 'off',
} as const

/** The name by which commands recognize our own connections. */
export const applicationName = 'promptarium'

/** The same as startup options. */
export const sessionOptions = Object.entries(sessionSettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/**
 * The startup options of a connection, and its URL without options, since `pg` would send those of the URL instead of ours.
 * Ours come last, so that they take precedence.
 */
export function withOptions(connectionString: string): { connectionString: string; options: string } {
  const url = new URL(connectionString)
  const own = url.searchParams.getAll('options')
  if (own.length === 0) return { connectionString, options: sessionOptions }
  url.searchParams.delete('options')
  return { connectionString: url.href, options: [...own, sessionOptions].join(' ') }
}

/** Parameters of a URL that `pg` would use instead of our settings. */
const reserved = ['application_name', 'query_timeout', 'replication', ...Object.keys(sessionSettings)]

/** The setting of ours that a URL would override, directly or in its `options`; null if there is none. */
export function findOverridden(connectionString: string): string | null {
  const { searchParams } = new URL(connectionString)
  const options = searchParams.getAll('options').join(' ')
  const names = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)\s*=/g)].map(([, name = '']) => name)
  const all = [...searchParams.keys(), ...names].map((name) => name.toLowerCase().replaceAll('-', '_'))
  return reserved.find((name) => all.includes(name)) ?? null
}
