import { type RawBuilder, sql } from 'kysely'
import { authorsOf } from '#features/catalogue/server/author-counts.ts'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isLiveFor } from '#features/catalogue/server/prompt-visibility.ts'
import { getVisibleComparisonOrThrow } from '#features/comparison/server/comparison-queries.ts'
import { getToolOrThrow } from '#features/tools/server/tool-queries.ts'
import { t } from '#lib/texts.ts'
import { type Actor, hasRole } from '#platform/actor.ts'
import { type ContentKey, recordContentChange } from '#platform/database/content-changes.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { SubjectKind } from '../rules.ts'
import { storeReportProofs } from './store-report-proofs.ts'

/**
 * The prompt, tool or comparison that a comment is about. A tool has no authors. `version` is a prompt's current
 * version, and null for other subjects.
 */
export type Subject = {
  kind: SubjectKind
  id: string
  authorIds: string[]
  version: number | null
  /** Whether it is a prompt that only groups may read. No moderator could approve comments on it. */
  isShared: boolean
}
/** How a request refers to the subject of comments. */
export type SubjectRef = { kind: SubjectKind; idOrSlug: string }
/** What is stored about the comments on one subject as a whole. */
export type CommentThread = { id: string; closedAt: Date | null; closedByStaff: boolean }

/**
 * Finds the subject of comments: a tool, a prompt that is live for the actor, or a published or shared comparison whose text is public.
 * While the subject isn't public, nobody can read or write its comments, not even its owner. Throws AppError not_found.
 */
export async function findSubjectOrThrow(db: Db, actor: Actor, { kind, idOrSlug }: SubjectRef): Promise<Subject> {
  if (kind === 'tool') {
    const { id } = await getToolOrThrow(db, idOrSlug)
    return { kind, id, authorIds: [], version: null, isShared: false }
  }
  if (kind === 'comparison') {
    const { id, userId, publishedAt, sharedAt, textPublic } = await getVisibleComparisonOrThrow(db, actor, idOrSlug)
    if (!textPublic || (publishedAt === null && sharedAt === null)) throw notFound(t('This comparison'))
    return { kind, id, authorIds: [userId], version: null, isShared: false }
  }
  const { rows } = await sql<{ id: string; userId: string; authorIds: string[]; version: number; isShared: boolean }>`
    select p.id, p.user_id, ${authorsOf} as author_ids, p.version, p.status = 'shared' as is_shared from prompts p
    where ${isLiveFor(actor)} and ${hasIdOrSlug(idOrSlug)}`.execute(db)
  if (!rows[0]) throw notFound(t('This prompt'))
  const { id, userId, authorIds, version, isShared } = rows[0]
  return { kind, id, authorIds: [...new Set([userId, ...authorIds])], version, isShared }
}

/**
 * Returns the ids of the authors of the subject that the comment with this id is about, even if the subject isn't
 * public.
 */
export async function readAuthorsOf(db: Db, commentId: string): Promise<string[]> {
  const { rows } = await sql<{ authorIds: string[] }>`
    select case when p.id is not null then ${authorsOf} || p.user_id else array_remove(array[t.comparison_owner], null) end
      as author_ids
    from comments c join comment_threads t on t.id = c.thread_id left join prompts p on p.id = t.prompt_id
    where c.id = ${commentId}`.execute(db)
  return rows[0]?.authorIds ?? []
}

/** Tells whether the actor may close the comments. The subject's authors and moderators may. */
export function mayClose(actor: Actor, { authorIds }: Pick<Subject, 'authorIds'>): boolean {
  return hasRole(actor, 'moderator') || (actor.kind === 'user' && authorIds.includes(actor.id))
}

/** Finds the thread of the comments on a subject. Returns null until somebody comments or closes the comments. */
export async function findThread(db: Db, { kind, id }: Pick<Subject, 'kind' | 'id'>): Promise<CommentThread | null> {
  const { rows } = await sql<CommentThread>`
    select t.id, t.closed_at, t.closed_by_staff from comment_threads t where ${threadColumns[kind]} = ${id}`.execute(db)
  return rows[0] ?? null
}

/**
 * Locks a subject's thread, so that one transaction at a time adds to it. Creates the thread if there is none. Throws
 * AppError not_found (the subject no longer exists).
 */
export async function lockThread(tx: Tx, { kind, id }: Subject): Promise<CommentThread> {
  await sql`
    insert into comment_threads (id, prompt_id, tool_id, comparison_owner, comparison_id)
    select ${newId()}, ${subjectColumns[kind]} where s.id = ${id} for key share of s on conflict do nothing`.execute(tx)
  const { rows } = await sql<CommentThread>`
    select t.id, t.closed_at, t.closed_by_staff from comment_threads t
    where ${threadColumns[kind]} = ${id} for no key update`.execute(tx)
  if (!rows[0])
    throw notFound({ prompt: t('This prompt'), tool: t('This tool'), comparison: t('This comparison') }[kind])
  return rows[0]
}

/** The column of comment_threads (`t` in the query) that holds the subject's id, for each kind of subject. */
export const threadColumns: Record<SubjectKind, RawBuilder<string>> = {
  prompt: sql`t.prompt_id`,
  tool: sql`t.tool_id`,
  comparison: sql`t.comparison_id`,
}

/** For each kind of subject: the values that identify it in a new row of comment_threads, and their table (`s`). */
const subjectColumns: Record<SubjectKind, RawBuilder<unknown>> = {
  prompt: sql`s.id, null, null, null from prompts s`,
  tool: sql`null, s.id, null, null from tools s`,
  comparison: sql`null, null, s.user_id, s.id from comparisons s`,
}

/** The columns with the kind and id of a thread's subject. The thread is `t` in the query. */
export const threadSubject = sql`
  case when t.prompt_id is not null then 'prompt' when t.tool_id is not null then 'tool' else 'comparison' end as kind,
  coalesce(t.prompt_id, t.tool_id, t.comparison_id) as subject_id`

/**
 * The SQL for a link to the subject of a thread (`t` in the query): its kind, its slug or id (`name`), and its title,
 * which is null for a comparison.
 */
export const subjectLink = sql`(
  select jsonb_build_object('kind', 'prompt', 'name', s.slug, 'title', s.title) from prompts s where s.id = t.prompt_id
  union all
  select jsonb_build_object('kind', 'tool', 'name', s.slug, 'title', s.name) from tools s where s.id = t.tool_id
  union all
  select jsonb_build_object('kind', 'comparison', 'name', t.comparison_id, 'title', null) where t.comparison_id is not null)`

/**
 * Returns the cache key of the comments on a subject. A change to the comments invalidates only the pages that
 * show them.
 */
export function commentsKey(subjectId: string): ContentKey {
  return `comments:${subjectId}`
}

/** Invalidates the pages that show the comments on these subjects, and updates what reports show about prompts. */
export async function recordCommentChange(tx: Tx, subjectIds: string[]): Promise<void> {
  await recordContentChange(tx, subjectIds.map(commentsKey))
  await storeReportProofs(tx, subjectIds)
}
