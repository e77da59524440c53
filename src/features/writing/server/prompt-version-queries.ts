import { sql } from 'kysely'
import { VersionedPrompt } from '#features/catalogue/contract.ts'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVersionVisibleTo, isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { labelsOn, noSuchLabel, requestedLabelOf } from '#features/labels/server/label-queries.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { countFitting } from '#platform/text-budget.ts'
import type { PromptVersion } from '../contract.ts'

type VersionRow = Omit<PromptVersion, 'createdAt' | 'user'> & { createdAt: Date; username: string }

/**
 * Returns the versions of a prompt (id or slug) that the actor may see (`isVersionVisibleTo`), newest first. With
 * `before`, returns only versions with a lower number, with `label` only the version that has it. If the texts are long,
 * returns fewer versions. Throws AppError not_found.
 */
export async function listVersions(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit: limitOfAll, before, label: requested }: { limit: number; before?: number; label?: string },
): Promise<PromptVersion[]> {
  const result = await sql<{ id: string }>`
    select p.id from prompts p where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)}`.execute(db)
  const [prompt] = result.rows
  if (!prompt) throw notFound(t('This prompt'))
  const label = requestedLabelOf(requested)
  const limit = requested === undefined ? limitOfAll : 1
  const hasLabel = sql`and v.version = (select version from prompt_labels where prompt_id = p.id and label = ${label})`
  const rest = sql`
    where v.prompt_id = ${prompt.id} and ${isVersionVisibleTo(actor)} ${before ? sql`and v.version < ${before}` : sql``}
      ${label === null ? sql`` : hasLabel}
    order by v.version desc`
  const fitting = await countFitting(
    db,
    sql`select octet_length(v.content) as bytes from prompt_versions v join prompts p on p.id = v.prompt_id
      ${rest} limit ${limit}`,
  )
  // prompt_version_credits has the members whose suggested edits became versions.
  const { rows } = await sql<VersionRow>`
    select v.version, v.created_at, u.display_username as username, proposer.display_username as suggested_by, v.note,
      ${labelsOn(sql`v.prompt_id, v.version`)} as labels, ${columnsOf('v', Object.keys(VersionedPrompt.shape))}
    from prompt_versions v join prompts p on p.id = v.prompt_id join users u on u.id = v.user_id
    left join prompt_version_credits credit on credit.prompt_id = v.prompt_id and credit.version = v.version
    left join users proposer on proposer.id = credit.user_id
    ${rest} limit ${fitting}`.execute(db)
  if (label !== null && rows.length === 0) throw noSuchLabel(label)
  return rows.map(({ createdAt, username, ...version }) => ({
    ...version,
    createdAt: createdAt.toISOString(),
    user: { username },
  }))
}
