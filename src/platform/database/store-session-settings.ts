import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { sessionSettings, statementsFor } from './session-settings.ts'

/**
 * A setting whose value differs from that in `sessionSettings`. The value has PostgreSQL's form, such as `15s` for
 * 15000.
 */
export type WrongSetting = { name: string; value: string }

/** Finds the settings that have other values on this connection than in `sessionSettings`. */
export async function findWrongSettings(db: Db): Promise<WrongSetting[]> {
  const { rows } = await sql<WrongSetting>`
    select expected.name, coalesce(current_setting(expected.name, true), 'unset') as value
    from unnest(${Object.keys(sessionSettings)}::text[], ${Object.values(sessionSettings)}::text[]) as expected (name, value)
    left join pg_settings s on lower(s.name) = expected.name
    where coalesce(s.setting, current_setting(expected.name, true)) is distinct from expected.value`.execute(db)
  // In Debian's packages, the default is Etc/UTC, another name for the same time zone.
  return rows.filter(({ name, value }) => name !== 'timezone' || value !== 'Etc/UTC')
}

/**
 * Stores `sessionSettings` for this login role in this database, unless they are stored already. New connections then
 * have them, even through a pooler. Returns false if PostgreSQL refuses, because the role in effect (set by
 * `options=-c role=…` in the URL) may not change the login role.
 */
export async function storeSessionSettings(tx: Tx): Promise<boolean> {
  // Without this lock, two processes that change the same row would fail with “tuple concurrently updated”.
  await sql`select pg_advisory_xact_lock(hashtext('promptarium session settings'))`.execute(tx)
  const { rows } = await sql<{ role: string; database: string; stored: string[] }>`
    select session_user as role, current_database() as database, coalesce((
      select setconfig from pg_db_role_setting
      where setrole = (select oid from pg_roles where rolname = session_user)
        and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as stored`.execute(
    tx,
  )
  const [target] = rows
  if (!target) return false
  const stored = new Set(target.stored.map((line) => line.toLowerCase()))
  if (Object.entries(sessionSettings).every(([name, value]) => stored.has(`${name}=${value}`.toLowerCase())))
    return true
  // The next statement only loads pg_trgm: without it, nobody but a superuser may store the extension's settings.
  await sql`select word_similarity('', '')`.execute(tx)
  await sql`savepoint session_settings`.execute(tx)
  try {
    for (const statement of statementsFor(target.role, target.database)) await sql.raw(statement).execute(tx)
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code !== '42501') throw error
    await sql`rollback to savepoint session_settings`.execute(tx)
    return false
  }
}
