import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { creditKey } from '../credit-rules.ts'
import { isPublished } from './prompt-visibility.ts'
import { type CreditedPrompt, storeCredits } from './stored/store-credits.ts'
import { storedColumns } from './stored/stored-prompt.ts'

/** A name in credits. `memberId` is the member who claimed it, or null if nobody has. */
export type CreditedAuthor = { id: string; name: string; key: string; memberId: string | null }

/** Finds a credited author by name, in any letter case. Returns undefined if no prompt ever credited that name. */
export async function findCreditedAuthor(db: Db, name: string): Promise<CreditedAuthor | undefined> {
  return await db
    .selectFrom('creditedAuthors')
    .select(['id', 'name', 'key', 'memberId'])
    .where('key', '=', creditKey(name))
    .executeTakeFirst()
}

/**
 * Tells whether any published prompt from an account other than this member's counts for the author or, if the name is
 * claimed, for the member who claimed it.
 */
export async function hasPromptsOfOthers(db: Db, author: CreditedAuthor, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from prompts p
    where p.credited_ids <> '{}' and p.credited_ids @> ${[author.memberId ?? author.id]}::uuid[]
      and ${isPublished} and p.user_id <> ${memberId} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Assigns an unclaimed name, and the prompts that credit it, to a member. Returns false if it is already claimed. Of
 * two concurrent claims, the first update wins.
 */
export async function assignCreditedAuthor(tx: Tx, authorId: string, memberId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('creditedAuthors')
    .set({ memberId })
    .where('id', '=', authorId)
    .where('memberId', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await recreditPrompts(tx, authorId, memberId)
  return true
}

/**
 * Releases the names that a member claimed: only `authorId` if it is given, otherwise all of them. Returns their ids.
 */
export async function releaseCreditedAuthors(tx: Tx, memberId: string, authorId?: string): Promise<string[]> {
  const release = tx.updateTable('creditedAuthors').set({ memberId: null }).where('memberId', '=', memberId)
  const released = await (authorId ? release.where('id', '=', authorId) : release).returning('id').execute()
  if (released.length > 0) await recreditPrompts(tx, memberId, memberId)
  return released.map(({ id }) => id)
}

/** How many prompts each statement changes. The number is limited because a statement has a time limit. */
const batchRows = 200

/**
 * Recomputes the authors of the prompts that credit `authorId` (a credited author or a member), and updates these
 * authors' counts. `memberId` is the member whose page shows the change.
 */
async function recreditPrompts(tx: Tx, authorId: string, memberId: string): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<CreditedPrompt>`
      select ${storedColumns}, p.credit from prompts p
      where p.credited_ids <> '{}' and p.credited_ids @> ${[authorId]}::uuid[] and p.id > ${after}
      order by p.id limit ${batchRows} for no key update`.execute(tx)
    await storeCredits(tx, rows)
    if (rows.length < batchRows) break
    after = rows.at(-1)?.id ?? after
  }
  const { rows } = await sql<{ key: string }>`
    select 'user:' || lower(username::text) as key from users where id = ${memberId}`.execute(tx)
  await recordContentChange(tx, ['lists', ...rows.map(({ key }) => key)])
}
