import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type CreditedName, creditedNames } from '../credit-rules.ts'

/**
 * A prompt's credit. `importedBy`: the member who imported it, who can't credit other members; absent for an operator.
 * `counted`: the authors that the stored prompt already counts for, which stay allowed.
 */
type GivenCredit = { credit: string | null; importedBy?: string | undefined; counted?: string[] }
type KnownAuthor = { id: string; memberId: string | null }

/**
 * The ids of the people named in each credit, in order; for a claimed name, of the member who claimed it. Empty if the
 * credit names a member whom it may not credit. Adds a row for each new name.
 */
export async function creditAuthors(tx: Tx, credits: GivenCredit[]): Promise<string[][]> {
  const named = credits.map(({ credit }) => creditedNames(credit))
  const people = new Map(named.flat().map((person) => [person.key, person]))
  if (people.size === 0) return named.map(() => [])
  const authors = await readAuthors(tx, [...people.keys()])
  const unknown = [...people.values()].filter(({ key }) => !authors.has(key))
  if (unknown.length > 0) {
    await insertAuthors(tx, unknown)
    for (const [key, author] of await readAuthors(
      tx,
      unknown.map(({ key }) => key),
    ))
      authors.set(key, author)
  }
  return credits.map((credit, index) => {
    const meant = (named[index] ?? []).flatMap(({ key }) => authors.get(key) ?? [])
    if (!meant.every((author) => mayCredit(credit, author))) return []
    return [...new Set(meant.map(({ id, memberId }) => memberId ?? id))]
  })
}

/** Whether a credit may count for an author. Otherwise anybody could put prompts on a member's page. */
function mayCredit({ importedBy, counted = [] }: GivenCredit, { id, memberId }: KnownAuthor): boolean {
  if (memberId === null || importedBy === undefined || importedBy === memberId) return true
  return counted.includes(id) || counted.includes(memberId)
}

/** Inserts in a fixed order, so that two concurrent imports don't deadlock. */
async function insertAuthors(tx: Tx, people: CreditedName[]): Promise<void> {
  const rows = people.map((person) => ({ id: newId(), ...person }))
  await sql`
    insert into credited_authors (id, key, name)
    select id, key, name from jsonb_to_recordset(${JSON.stringify(rows)}) as a(id uuid, key text, name text)
    order by key collate "C" on conflict (key) do nothing`.execute(tx)
}

/**
 * Locks the names, so that a concurrent claim either commits before this read or sees the prompts that are stored next.
 */
async function readAuthors(tx: Tx, keys: string[]): Promise<Map<string, KnownAuthor>> {
  const { rows } = await sql<KnownAuthor & { key: string }>`
    select key, id, member_id from credited_authors where key = any(${keys})
    order by key for share`.execute(tx)
  return new Map(rows.map(({ key, ...author }) => [key, author]))
}
