import { sql } from 'kysely'
import { type Actor, hasRole, type Member } from '#platform/actor.ts'
import { columnsOf, type Tx } from '#platform/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { WrittenPrompt } from '../contract.ts'
import type { PromptStatus } from '../rules.ts'
import type { Writer } from '../status-rules.ts'
import { authorsOf } from './author-counts.ts'
import { hasIdOrSlug } from './prompt-queries.ts'
import { isVisibleTo } from './prompt-visibility.ts'

/** A prompt in the form in which it is stored. `votes` is the number of up votes minus that of down votes. */
export type StoredPrompt = WrittenPrompt & {
  id: string
  slug: string
  language: string
  categoryId: string
  userId: string
  /** The authors that the prompt counts for (author-counts.ts). */
  authorIds: string[]
  forkOf: string | null
  status: PromptStatus
  removedReason: string | null
  /** Of a deleted prompt: the status that it had before. */
  statusBefore: Exclude<PromptStatus, 'deleted'> | null
  version: number
  featured: boolean
  copies: number
  votes: number
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
}

/** The columns of a StoredPrompt, from prompts as `p`. */
export const storedColumns = sql<StoredPrompt>`
  ${columnsOf('p', Object.keys(WrittenPrompt.shape))},
  p.id, p.slug, p.language, p.category_id, p.user_id, ${authorsOf} as author_ids,
  p.fork_of, p.status, p.removed_reason, p.status_before, p.version, p.featured,
  p.copies, p.votes_up - p.votes_down as votes, p.published_at, p.deleted_at,
  p.deleted_by`

/** Reads and locks a prompt (by id or slug) that the actor may see. Throws AppError not_found. */
export async function lockPromptOrThrow(tx: Tx, actor: Actor, idOrSlug: string): Promise<StoredPrompt> {
  const { rows } = await sql<StoredPrompt>`
    select ${storedColumns} from prompts p where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(actor)} for update`.execute(
    tx,
  )
  if (!rows[0]) throw notFound('This prompt')
  return rows[0]
}

/** Returns the role in which the member may change the prompt. Throws AppError forbidden. */
export function writerOf(member: Member, prompt: Pick<StoredPrompt, 'userId'>): Writer {
  if (prompt.userId === member.id) return 'author'
  if (hasRole(member, 'moderator')) return 'moderator'
  throw new AppError('forbidden', 'Only its author, moderators and admins may change this prompt. You can fork it.')
}
