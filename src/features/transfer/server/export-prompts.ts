import { type RawBuilder, sql } from 'kysely'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { versionDigest } from '#features/catalogue/server/prompt-versions.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { siteAccountId } from '#platform/actor.ts'
import { columnsOf, type Db } from '#platform/db.ts'
import { countFitting } from '#platform/text-budget.ts'
import { exportFormat } from '../cell-rules.ts'
import type { ExportedPrompt } from '../export-rules.ts'

/**
 * Writes a batch of prompts. The next batch is read when the promise resolves. `total` is the number of prompts in the
 * whole export.
 */
export type ExportWriter = (prompts: ExportedPrompt[], total: number) => Promise<void>

const batchRows = 200

/**
 * Passes all published prompts to `write`, ordered by id, as they are at one moment, however long writing takes. Returns
 * the number of prompts.
 */
export async function exportPrompts(db: Db, write: ExportWriter): Promise<number> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const total = await countPrompts(tx, 'all')
    let count = 0
    let last: string | null = null
    for (;;) {
      const prompts = await readExport(tx, isPublished, last)
      if (prompts.length === 0) return count
      await write(prompts, total)
      count += prompts.length
      last = prompts.at(-1)?.id ?? null
    }
  })
}

type Row = Omit<ExportedPrompt, 'format' | 'sha256' | 'createdAt' | 'updatedAt' | 'publishedAt'> & {
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
}

/**
 * Reads a batch of the prompts (`p` in SQL) that meet `condition` as exported records, ordered by id. The batch begins
 * after the id `after`, or with the first prompt if `after` is null. It is smaller if its texts are long.
 */
export async function readExport(db: Db, condition: RawBuilder<boolean>, after: string | null) {
  const rest = sql`
    where ${condition} and (${after}::uuid is null or p.id > ${after}::uuid) order by p.id`
  const fitting = await countFitting(
    db,
    sql`select octet_length(p.content) as bytes from prompts p join categories c on c.id = p.category_id
      join users u on u.id = p.user_id ${rest} limit ${batchRows}`,
  )
  const { rows } = await sql<Row>`
    select p.id, p.slug, ${columnsOf('p', Object.keys(WrittenPrompt.shape))}, c.slug as category, p.language, p.credit,
      case when p.user_id <> ${siteAccountId} then u.display_username end as author, p.featured, p.status,
      p.fork_of, p.version, encode(p.import_key, 'hex') as "importKey",
      p.created_at, p.updated_at, p.published_at
    from prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
    ${rest} limit ${fitting}`.execute(db)
  return rows.map(
    (row): ExportedPrompt => ({
      format: exportFormat,
      ...row,
      sha256: versionDigest(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      publishedAt: row.publishedAt?.toISOString() ?? null,
    }),
  )
}
