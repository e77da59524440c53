import { sql } from 'kysely'
import { siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { countRows, storedTables } from '#server/database/backup/stored-tables.ts'
import { StartError } from '#server/start/start-error.ts'

// A site is unused if it has no accounts and no content of its own: only the rows that migrations insert, the unchanged
// starter catalogue, and the server's own records. Rows in any table that isn't named here show that it was used.

/**
 * Tables whose rows don't show that a site was used: the server's own records, and traces of visits such as counts,
 * salts and solved captchas.
 */
const ignoredTables = new Set([
  'author_days',
  'author_totals',
  'captcha_solutions',
  'content_changes',
  'contributor_periods',
  'daily_salts',
  'model_offers',
  'passkey_challenges',
  'prompt_bands',
  'prompt_copies',
  'prompt_counts',
  'prompt_day_closing',
  'prompt_days',
  'prompt_views_daily',
  'search_words',
  'site_secrets',
  'starter_parts',
  'tool_counts',
])

/** The tables with the starter catalogue. */
const starterTables = new Set([
  'prompts',
  'prompt_versions',
  'worked_examples',
  'results',
  'tools',
  'collections',
  'collection_items',
])

type Count = { name: string; rows: number }

/**
 * Counts the rows of each table whose rows can show that the site was used. The counts include rows that migrations
 * insert. Locks all stored tables until the transaction ends.
 */
export async function countUsageRows(tx: Tx): Promise<Count[]> {
  const names = (await storedTables(tx)).map(({ name }) => name)
  await sql`lock table ${sql.join(names.map((name) => sql.id(name)))} in access exclusive mode`.execute(tx)
  const isUntouched = names.includes('starter_parts') && (await isStarterUntouched(tx))
  const counts: Count[] = []
  for (const name of names.filter((name) => !ignoredTables.has(name) && !(isUntouched && starterTables.has(name))))
    counts.push({ name, rows: name === 'audit_log' ? await countAuditEntries(tx) : await countRows(tx, name) })
  return counts
}

/** Counts the entries of the audit log, except failed logins, which any public site gets on its first day. */
async function countAuditEntries(tx: Tx): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*) as entries from audit_log where action <> 'account.login-failed'`.execute(tx)
  return rows[0]?.entries ?? 0
}

/** Tells whether the site's prompts, tools and collections are exactly those of the starter catalogue, unchanged. */
async function isStarterUntouched(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select (select count(*) from prompts) = (select coalesce(sum(rows), 0) from starter_parts where part = 'prompts')
      and (select count(*) from tools) = (select coalesce(sum(rows), 0) from starter_parts where part = 'tools')
      and (select count(*) from collections) =
        (select coalesce(sum(rows), 0) from starter_parts where part = 'collections')
      and not exists (select from collections where user_id <> ${siteAccountId} or updated_at <> created_at
        or featured_at is not null or removed_reason is not null)
      and not exists (select from prompts
        where user_id <> ${siteAccountId} or status <> 'published' or version > 1 or updated_at <> created_at)
      and not exists (select from tools where updated_at <> created_at) as untouched`.execute(tx)
  return rows[0]?.untouched ?? false
}

/**
 * Throws StartError if the old database was used. Call it after recreating the schema, when the tables have only the
 * rows that migrations insert. `usageRowsBefore` has the counts of the old database: more rows show that it was used.
 */
export async function refuseUsed(tx: Tx, usageRowsBefore: Count[]): Promise<void> {
  for (const { name, rows } of usageRowsBefore) {
    if (rows <= (await countRows(tx, name))) continue
    throw new StartError(
      `The database isn't empty (${name} has ${rows} rows). Nothing was changed. To overwrite it, add --replace.`,
    )
  }
}
