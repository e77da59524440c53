import { sql } from 'kysely'
import type { Tx } from '#platform/database/db.ts'
import { newId } from '#platform/ids.ts'
import { type CreditedName, creditedNames } from '../credit-rules.ts'

/**
 * A prompt's credit. `importedBy` is the member who imported the prompt and who can't credit other members, or absent if
 * the operator imported the prompt. `countedFor` has the ids of the authors that a stored prompt already counts for. The
 * credit may still name them.
 */
type Credit = { credit: string | null; importedBy?: string | undefined; countedFor?: string[] }
type StoredAuthor = { id: string; memberId: string | null }

/**
 * Returns the ids of the people named in each credit, in order. For a claimed name it is the id of the member who
 * claimed it. If a credit names a member whom it may not credit, its list is empty. Adds a row for each new name.
 */
export async function creditAuthors(tx: Tx, credits: Credit[]): Promise<string[][]> {
  const namesByCredit = credits.map(({ credit }) => creditedNames(credit))
  const people = new Map(namesByCredit.flat().map((person) => [person.key, person]))
  if (people.size === 0) return namesByCredit.map(() => [])
  const authors = await readAuthors(tx, [...people.keys()])
  const newPeople = [...people.values()].filter(({ key }) => !authors.has(key))
  if (newPeople.length > 0) {
    await insertAuthors(tx, newPeople)
    for (const [key, author] of await readAuthors(
      tx,
      newPeople.map(({ key }) => key),
    ))
      authors.set(key, author)
  }
  return credits.map((credit, index) => {
    const creditedAuthors = (namesByCredit[index] ?? []).flatMap(({ key }) => authors.get(key) ?? [])
    if (!creditedAuthors.every((author) => mayCredit(credit, author))) return []
    return [...new Set(creditedAuthors.map(({ id, memberId }) => memberId ?? id))]
  })
}

/** Tells whether a credit may count for an author. Without this rule, anybody could put prompts on a member's page. */
function mayCredit({ importedBy, countedFor = [] }: Credit, { id, memberId }: StoredAuthor): boolean {
  if (memberId === null || importedBy === undefined || importedBy === memberId) return true
  return countedFor.includes(id) || countedFor.includes(memberId)
}

/** Inserts people in a fixed order, so that two concurrent imports don't deadlock. */
async function insertAuthors(tx: Tx, people: CreditedName[]): Promise<void> {
  const rows = people.map((person) => ({ id: newId(), ...person }))
  await sql`
    insert into credited_authors (id, key, name)
    select id, key, name from jsonb_to_recordset(${JSON.stringify(rows)}) as a(id uuid, key text, name text)
    order by key collate "C" on conflict (key) do nothing`.execute(tx)
}

/**
 * Reads and locks the authors with these keys. A concurrent claim either commits before this read, or sees the prompts
 * that are stored afterwards.
 */
async function readAuthors(tx: Tx, keys: string[]): Promise<Map<string, StoredAuthor>> {
  const { rows } = await sql<StoredAuthor & { key: string }>`
    select key, id, member_id from credited_authors where key = any(${keys})
    order by key for share`.execute(tx)
  return new Map(rows.map(({ key, ...author }) => [key, author]))
}
