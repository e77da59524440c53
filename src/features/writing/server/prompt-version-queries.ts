import { sql } from 'kysely'
import { VersionedPrompt } from '#features/catalogue/contract.ts'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { type Actor, hasRole } from '#platform/actor.ts'
import { columnsOf, type Db } from '#platform/db.ts'
import { notFound } from '#platform/errors.ts'
import { countFitting } from '#platform/text-budget.ts'
import type { PromptVersion } from '../contract.ts'

type VersionRow = Omit<PromptVersion, 'createdAt' | 'user'> & { createdAt: Date; username: string }

/**
 * Returns the versions of a prompt (id or slug) that the actor may see, newest first. Its author and admins see all
 * versions, others only those that were public. With `before`, returns only versions with a lower number. If the texts
 * are long, returns fewer versions. Throws AppError not_found.
 */
export async function listVersions(
  db: Db,
  actor: Actor,
  idOrSlug: string,
  { limit, before }: { limit: number; before?: number },
): Promise<PromptVersion[]> {
  const isAuthor = actor.kind === 'user' ? sql`p.user_id = ${actor.id}` : sql`false`
  const result = await sql<{ id: string; seesAll: boolean }>`
    select p.id, ${hasRole(actor, 'admin') ? sql`true` : isAuthor} as sees_all from prompts p
    where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)}`.execute(db)
  const [prompt] = result.rows
  if (!prompt) throw notFound('This prompt')
  const rest = sql`
    where v.prompt_id = ${prompt.id} and (v.shown or ${prompt.seesAll}) ${before ? sql`and v.version < ${before}` : sql``}
    order by v.version desc`
  const fitting = await countFitting(
    db,
    sql`select octet_length(v.content) as bytes from prompt_versions v ${rest} limit ${limit}`,
  )
  // prompt_version_credits has the members whose suggested edits became versions.
  const { rows } = await sql<VersionRow>`
    select v.version, v.created_at, u.display_username as username, proposer.display_username as suggested_by, v.note,
      ${columnsOf('v', Object.keys(VersionedPrompt.shape))}
    from prompt_versions v join users u on u.id = v.user_id
    left join prompt_version_credits credit on credit.prompt_id = v.prompt_id and credit.version = v.version
    left join users proposer on proposer.id = credit.user_id
    ${rest} limit ${fitting}`.execute(db)
  return rows.map(({ createdAt, username, ...version }) => ({
    ...version,
    createdAt: createdAt.toISOString(),
    user: { username },
  }))
}
