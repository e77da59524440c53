/**
 * The settings that all our connections must have, whatever the server, database and role have as their defaults. Times
 * are in ms.
 */
export const sessionSettings = {
  statement_timeout: '15000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
  // Words with two typos should count as similar, for which the default of 0.6 is too strict.
  'pg_trgm.word_similarity_threshold': '0.5',
  timezone: 'UTC',
  // Random access is fast on modern disks. With the default of 4, a search in a million prompts would scan the whole
  // table.
  random_page_cost: '1.1',
  // Our queries are short, and compiling a plan would take longer than running it.
  jit: 'off',
} as const

/** The name of our connections, by which commands recognize them. */
export const applicationName = 'promptarium'

/** Parameters of a connection URL that would override settings of ours. */
const reserved = ['application_name', 'query_timeout', 'replication', ...Object.keys(sessionSettings)]

/**
 * Finds a setting of ours that a connection URL would override, directly or in its `options`. Null if there is none.
 */
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
