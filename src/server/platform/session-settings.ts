/**
 * Settings that all our connections must have, regardless of the defaults of the server, database and role. Timeouts are in
 * ms.
 */
export const sessionSettings = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
  // Words with two typos should count as similar. The default of 0.6 is too strict.
  'pg_trgm.word_similarity_threshold': '0.5',
  timezone: 'UTC',
  // Modern disks have fast random access. With the default of 4, searches in a million prompts scan the whole table.
  random_page_cost: '1.1',
  // Compiling a plan takes longer than our short queries.
  jit: 'off',
} as const

/** The name by which commands recognize our own connections. */
export const applicationName = 'promptarium'

/** Parameters of a connection URL that would override our settings. */
const reserved = ['application_name', 'query_timeout', 'replication', ...Object.keys(sessionSettings)]

/** Finds one of our settings that a URL would override, directly or in its `options`. Null if there is none. */
export function findOverridden(connectionString: string): string | null {
  const { searchParams } = new URL(connectionString)
  const options = searchParams.getAll('options').join(' ')
  const names = [...options.matchAll(/(?:^|\s)(?:-c\s*|--)([\w.-]+)\s*=/g)].map(([, name = '']) => name)
  const all = [...searchParams.keys(), ...names].map((name) => name.toLowerCase().replaceAll('-', '_'))
  return reserved.find((name) => all.includes(name)) ?? null
}

/** The statements that store the settings for all new connections of a role to a database. */
export function statementsFor(role: string, database: string): string[] {
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
  return Object.entries(sessionSettings).map(
    ([name, value]) => `alter role ${quote(role)} in database ${quote(database)} set ${name} = '${value}'`,
  )
}
