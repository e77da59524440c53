import { type RawBuilder, sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { isVisibleTo as isPromptVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { groupNameOf, groupsOf } from '#features/groups/server/group-membership.ts'
import { getGroup } from '#features/groups/server/group-queries.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { DueReview, PromptOversight } from '../contract.ts'
import { overdueBefore, overdueSince } from '../rules.ts'
import { isVisibleTo } from './approval-visibility.ts'

/** SQL for the prompts (as `p`) that a group uses: only their reviews (as `r`) become due. */
const isInUse = sql`p.status in ('shared', 'published')`

/** SQL that tells whether a member answers for a prompt: its owner (in `r`), or any approver if the group does. */
function isDueFor(member: Member): RawBuilder<boolean> {
  return sql`(r.owner_id = ${member.id}
    or r.owner_id is null and r.group_id = any (${groupsOf(member.id, 'approve')}))`
}

/** SQL that tells whether a member may answer: the owner of a prompt (in `r`) or an approver of its group. */
export function mayAnswer(member: Member): RawBuilder<boolean> {
  const isOwner = sql`r.owner_id = ${member.id} and r.group_id = any (${groupsOf(member.id, 'write')})`
  return sql<boolean>`coalesce(${isOwner} or r.group_id = any (${groupsOf(member.id, 'approve')}), false)`
}

type ReviewRow = {
  group: { slug: string; name: string }
  owner: string | null
  dueAt: Date
  askedAt: Date | null
  status: string
  mayAnswer: boolean
  mayApprove: boolean
  mayEdit: boolean
}

/**
 * Returns who answers for a prompt (id or slug), until when it counts as reviewed, and what waits for approval. Each part
 * is null for those who may not see it. Throws AppError not_found.
 */
export async function getOversight(db: Db, member: Member, idOrSlug: string, now: Date): Promise<PromptOversight> {
  const { rows: prompts } = await sql<{ id: string }>`
    select p.id from prompts p where ${hasIdOrSlug(idOrSlug)} and ${isPromptVisibleTo(member)}`.execute(db)
  const id = prompts[0]?.id
  if (id === undefined) throw notFound(t('This prompt'))
  const [{ rows: reviews }, { rows: waiting }] = await Promise.all([
    sql<ReviewRow>`
      select ${groupNameOf('g')} as "group", u.display_username as owner, r.due_at,
        r.asked_at, p.status, ${mayAnswer(member)} as may_answer,
        g.id = any (${groupsOf(member.id, 'approve')}) as may_approve,
        g.id = any (${groupsOf(member.id, 'write')}) as may_edit
      from prompt_reviews r join prompts p on p.id = r.prompt_id join groups g on g.id = r.group_id
      left join users u on u.id = r.owner_id
      where r.prompt_id = ${id} and g.id = any (${groupsOf(member.id, 'read')})`.execute(db),
    sql<NonNullable<PromptOversight['approval']>>`
      select a.id, a.kind, a.user_id = ${member.id} as is_own from approvals a join prompts p on p.id = a.prompt_id
      where a.prompt_id = ${id} and a.state = 'waiting' and ${isVisibleTo(member)}`.execute(db),
  ])
  const [row] = reviews
  return {
    approval: waiting[0] ?? null,
    review: row
      ? {
          group: row.group,
          owner: row.owner,
          dueAt: row.dueAt.toISOString(),
          isAsked: row.askedAt !== null,
          overdueSince: overdueSince(row, now)?.toISOString() ?? null,
          isRetired: row.status === 'draft',
          mayEdit: row.mayEdit,
          mayAnswer: row.mayAnswer,
          mayBringBack: row.status === 'draft' && row.mayApprove,
        }
      : null,
  }
}

type PageInput = { limit: number; cursor?: string; now: Date }

/** Lists the prompts that are due for review and that a member answers for, longest due first. Throws AppError validation_failed. */
export function listDueReviews(db: Db, member: Member, page: PageInput): Promise<Page<DueReview>> {
  const isMine = sql`r.asked_at is not null and ${isDueFor(member)}
    and r.group_id = any (${groupsOf(member.id, 'write')})`
  return listWhere(db, member, { ...page, name: 'due-reviews', condition: isMine })
}

/**
 * Lists the prompts of a group whose review is overdue, longest due first, for a member. Throws AppError not_found or
 * validation_failed (an invalid cursor).
 */
export async function listOverdueReviews(
  db: Db,
  member: Member,
  slug: string,
  page: PageInput,
): Promise<Page<DueReview>> {
  const { id, role } = await getGroup(db, member, slug)
  if (role === null) throw notFound(t('This group'))
  const condition = sql`r.group_id = ${id} and r.asked_at <= ${overdueBefore(page.now)}`
  return listWhere(db, member, { ...page, name: `overdue-reviews:${id}`, condition })
}

type DueRow = Pick<ReviewRow, 'group' | 'owner' | 'dueAt' | 'askedAt' | 'mayAnswer'> & {
  prompt: DueReview['prompt']
  id: string
  position: string
}

async function listWhere(
  db: Db,
  member: Member,
  { name, condition, limit, cursor, now }: PageInput & { name: string; condition: RawBuilder<unknown> },
): Promise<Page<DueReview>> {
  const start = readCursor(name, cursor, cursorKeys.time)
  const after = start ? sql`and (r.due_at, r.prompt_id) > (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const source = sql`prompt_reviews r join prompts p on p.id = r.prompt_id where ${isInUse} and ${condition}`
  const [{ rows }, counts] = await Promise.all([
    sql<DueRow>`
      select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'title', p.title) as prompt, r.due_at, r.asked_at,
        (select ${groupNameOf('g')} from groups g where g.id = r.group_id) as "group",
        (select u.display_username from users u where u.id = r.owner_id) as owner, ${mayAnswer(member)} as may_answer,
        r.due_at::text as position
      from ${source} ${after} order by r.due_at, r.prompt_id limit ${limit + 1}`.execute(db),
    countUpTo(db, source),
  ])
  const { items, nextCursor } = cutPage(rows, limit, name, ({ position, id }) => ({ key: position, id }))
  return {
    items: items.map(({ prompt, group, owner, dueAt, askedAt, mayAnswer }) => ({
      prompt,
      group,
      owner,
      dueAt: dueAt.toISOString(),
      overdueSince: overdueSince({ dueAt, askedAt }, now)?.toISOString() ?? null,
      mayAnswer,
    })),
    nextCursor,
    ...counts,
  }
}
