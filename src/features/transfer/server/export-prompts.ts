import { type RawBuilder, sql } from 'kysely'
import { VersionedPrompt, WrittenPrompt } from '#features/catalogue/contract.ts'
import { countPrompts } from '#features/catalogue/server/prompt-counts.ts'
import { versionDigest, withVersionAt } from '#features/catalogue/server/prompt-versions.ts'
import { isPublished, isPublishedAs } from '#features/catalogue/server/prompt-visibility.ts'
import { factsOfVersion } from '#features/catalogue/server/stored/stored-facts.ts'
import { ownPicture } from '#features/examples/server/picture-queries.ts'
import { labelsOn } from '#features/labels/server/label-queries.ts'
import { type Actor, siteAccountId } from '#platform/actor.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { countFitting } from '#platform/text-budget.ts'
import { exportFormat } from '../cell-rules.ts'
import type { ExportedPrompt } from '../export-rules.ts'

/**
 * Writes a batch of prompts. The next batch is read when the promise resolves. `total` is the number of prompts in the
 * whole export.
 */
export type ExportWriter = (prompts: ExportedPrompt[], total: number) => Promise<void>

const batchRows = 200

/** The label of the versions that are read, and who reads them. */
export type LabelRequest = { label: string; reader: Actor }

const versionedFields: string[] = VersionedPrompt.keyof().options
const otherFields = Object.keys(WrittenPrompt.shape).filter((name) => !versionedFields.includes(name))

/**
 * Passes all published prompts to `write`, ordered by id, as they are at one moment, however long writing takes. Returns
 * the number of prompts. `origin`: the site’s address, with which the addresses of pictures begin.
 */
export async function exportPrompts(db: Db, write: ExportWriter, origin = ''): Promise<number> {
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    const total = await countPrompts(tx, 'all')
    let count = 0
    let last: string | null = null
    for (;;) {
      const prompts = await readExport(tx, isPublished, last, { origin })
      if (prompts.length === 0) return count
      await write(prompts, total)
      count += prompts.length
      last = prompts.at(-1)?.id ?? null
    }
  })
}

type Row = Omit<ExportedPrompt, 'format' | 'sha256' | 'createdAt' | 'updatedAt' | 'publishedAt'> & {
  newest: number
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
}

/**
 * SQL for the slug of the original of a prompt (as `p`), or of its oldest translation (as `t`): a published one or, in the
 * export of its author, one of their own. Null if that is the prompt itself.
 */
function translationOf(isOwn: boolean): RawBuilder<string | null> {
  const isOwnToo = isOwn ? sql`or t.user_id = p.user_id and t.group_id is null and t.status <> 'deleted'` : sql``
  return sql`case when p.translation_set is not null then (
    select nullif(t.slug, p.slug) from prompts t
    where t.translation_set = p.translation_set and (t.id = p.id or ${isPublishedAs('t')} ${isOwnToo})
    order by t.id = t.translation_set desc, t.id limit 1) end`
}

/**
 * Reads a batch of the prompts (`p` in SQL) that meet `condition` as exported records, ordered by id. The batch begins
 * after the id `after`, or with the first prompt if `after` is null. It is smaller if its texts are long. With `origin`, it
 * names pictures by addresses that begin so, and with `isOwn` also those that wait for a moderator. With `at`, reads only
 * prompts with this label on a version (as `v`) that the reader may read, as they were in that version.
 */
export async function readExport(
  db: Db,
  condition: RawBuilder<boolean>,
  after: string | null,
  { origin, isOwn = false, at }: { origin?: string; isOwn?: boolean; at?: LabelRequest | null } = {},
): Promise<ExportedPrompt[]> {
  const hasPictures = origin !== undefined
  const text = at ? 'v' : 'p'
  const labelled = at ? withVersionAt(at.label, at.reader) : sql``
  const rest = sql`
    where ${condition} and (${after}::uuid is null or p.id > ${after}::uuid) order by p.id`
  const fitting = await countFitting(
    db,
    sql`select octet_length(${sql.ref(`${text}.content`)}) as bytes from prompts p join categories c on c.id = p.category_id
      join users u on u.id = p.user_id ${labelled} ${rest} limit ${batchRows}`,
  )
  const { rows } = await sql<Row>`
    select p.id, p.slug, ${columnsOf(text, versionedFields)}, ${columnsOf('p', otherFields)}, c.slug as category, p.language, p.credit,
      case when p.user_id <> ${siteAccountId} then u.display_username end as author, p.featured, p.status,
      p.fork_of, ${translationOf(isOwn)} as translation_of, ${columnsOf(text, ['version'])}, p.version as newest, encode(p.import_key, 'hex') as "importKey", p.findings,
      p.created_at, ${at ? sql`v.created_at` : sql`p.updated_at`} as updated_at, p.published_at,
      ${labelsOn(sql.join([sql`p.id`, sql.ref(`${text}.version`)]))} as labels, own.*
    from prompts p join categories c on c.id = p.category_id join users u on u.id = p.user_id
    ${labelled}
    left join lateral ${ownPicture(isOwn)} own on ${hasPictures}
    ${rest} limit ${fitting}`.execute(db)
  return rows.map(
    ({ newest, ...row }): ExportedPrompt => ({
      format: exportFormat,
      ...row,
      ...(row.version !== newest && { findings: factsOfVersion(row).findings }),
      image: row.image && `${origin}${row.image}`,
      sha256: versionDigest(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      publishedAt: row.publishedAt?.toISOString() ?? null,
    }),
  )
}
