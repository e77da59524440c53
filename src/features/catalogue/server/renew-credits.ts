import { sql } from 'kysely'
import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { creditVersion } from '../credit-rules.ts'
import { creditAuthors } from './credit-authors.ts'
import { moveCounts } from './prompt-counts.ts'
import { type StoredPrompt, storedColumns } from './stored-prompt.ts'

/** Prompts per transaction. */
const batchRows = 200

/**
 * Decides anew whom prompts are credited to, where older rules or none decided, and moves what the prompts count for.
 * Returns how many. Several processes may run it at once.
 */
export async function renewCredits(db: Db): Promise<number> {
  for (let renewed = 0; ; ) {
    const count = await inTransaction(db, renewSome)
    if (count === 0) return renewed
    renewed += count
  }
}

async function renewSome(tx: Tx): Promise<number> {
  const { rows } = await sql<StoredPrompt & { credit: string }>`
    select ${storedColumns}, p.credit from prompts p where p.credit is not null and p.credit_version < ${creditVersion}
    order by p.credit_version, p.id limit ${batchRows} for no key update skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const credited = await creditAuthors(
    tx,
    rows.map(({ credit }) => credit),
  )
  const renewed = rows.map((prompt, index) => ({ ...prompt, authorIds: credited[index] ?? [] }))
  const changes = renewed.map(({ id, authorIds }) => ({ id, authors: authorIds }))
  await sql`
    update prompts p set credited_ids = new.authors, credit_version = ${creditVersion}
    from jsonb_to_recordset(${JSON.stringify(changes)}) as new(id uuid, authors uuid[]) where p.id = new.id`.execute(tx)
  await moveCounts(tx, { gone: rows.filter(isPublished), come: renewed.filter(isPublished) })
  await recordContentChange(tx, [everything])
  return rows.length
}

function isPublished({ status }: StoredPrompt): boolean {
  return status === 'published'
}
