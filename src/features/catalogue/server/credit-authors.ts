import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type CreditedName, creditedNames } from '../credit-rules.ts'

/**
 * The ids of the people named in each credit, in order. Names that are new get a row, so that an import needs no account
 * for them.
 */
export async function creditAuthors(tx: Tx, credits: (string | null)[]): Promise<string[][]> {
  const named = credits.map(creditedNames)
  const people = new Map(named.flat().map((person) => [person.key, person]))
  if (people.size === 0) return named.map(() => [])
  const ids = await idsOf(tx, [...people.keys()])
  const unknown = [...people.values()].filter(({ key }) => !ids.has(key))
  if (unknown.length > 0) {
    await insertAuthors(tx, unknown)
    for (const [key, id] of await idsOf(
      tx,
      unknown.map(({ key }) => key),
    ))
      ids.set(key, id)
  }
  return named.map((names) => names.flatMap(({ key }) => ids.get(key) ?? []))
}

/** Inserts in one order, so that two imports wait for each other instead of locking each other out. */
async function insertAuthors(tx: Tx, people: CreditedName[]): Promise<void> {
  const rows = people.map((person) => ({ id: newId(), ...person }))
  await sql`
    insert into credited_authors (id, key, name)
    select id, key, name from jsonb_to_recordset(${JSON.stringify(rows)}) as a(id uuid, key text, name text)
    order by key collate "C" on conflict (key) do nothing`.execute(tx)
}

async function idsOf(tx: Tx, keys: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select key, id from credited_authors where key = any(${keys})`.execute(tx)
  return new Map(rows.map(({ key, id }) => [key, id]))
}
