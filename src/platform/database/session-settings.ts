/**
 * The settings that all connections of the site must have, whatever the defaults of the server, database and role are.
 * Times are in ms.
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
  // Most queries are short, and compiling a plan would take longer than running it.
  jit: 'off',
} as const

/** The application name of the site's connections. A restore uses it to find other processes that are connected. */
export const applicationName = 'promptarium'

/** Parameters that a connection URL must not have, because they would override the site's settings. */
const reserved = ['application_name', 'query_timeout', 'replication', ...Object.keys(sessionSettings)]

/**
 * Finds a reserved parameter in a connection URL, directly or in its `options`. Returns null if there is none.
 */
export function findReservedParameter(connectionString: string): string | null {
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
