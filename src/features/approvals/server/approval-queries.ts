import { type RawBuilder, sql } from 'kysely'
import { WrittenPrompt } from '#features/catalogue/contract.ts'
import { findHiddenCharacters } from '#features/catalogue/hidden-character-rules.ts'
import { groupNameOf } from '#features/groups/server/group-membership.ts'
import { describedVariables, normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { followRenames } from '#features/variables/variable-rename-rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Approval, ApprovalCard, ApprovalComment, ApprovalText } from '../contract.ts'
import { approvalLimits } from '../rules.ts'
import { isApprover, isVisibleTo, mayBeDecidedBy } from './approval-visibility.ts'
import type { ApprovalChange } from './approvals.table.ts'

type Dates = 'createdAt' | 'revisedAt' | 'decidedAt'
type CardRow = Omit<ApprovalCard, Dates | 'user'> & {
  username: string
  createdAt: Date
  revisedAt: Date
  decidedAt: Date | null
}

/** The columns of a request in a list. A query that selects them must select from `source`. */
function cardColumnsFor(member: Member): RawBuilder<unknown> {
  return sql`a.id, a.kind, a.state, a.note, a.answer, ${groupNameOf('g')} as "group",
    jsonb_build_object('id', p.id, 'slug', p.slug, 'title', coalesce(a.change ->> 'title', p.title), 'version', p.version)
      as prompt,
    sender.display_username as username, decider.display_username as decided_by,
    a.kind <> 'new' and a.base_version < p.version as is_moved, a.revision, a.user_id = ${member.id} as is_own,
    a.state = 'waiting' and ${mayBeDecidedBy(member)} as may_decide, a.created_at, a.revised_at, a.decided_at`
}
const source = sql`approvals a join prompts p on p.id = a.prompt_id join groups g on g.id = a.group_id
  join users sender on sender.id = a.user_id left join users decider on decider.id = a.decider_id`

function categoryOf(alias: string): RawBuilder<unknown> {
  return sql`jsonb_build_object('name', ${sql.ref(`${alias}.name`)}, 'slug', ${sql.ref(`${alias}.slug`)})`
}

function toCard({ username, createdAt, revisedAt, decidedAt, ...row }: CardRow): ApprovalCard {
  return {
    ...row,
    user: { username },
    createdAt: createdAt.toISOString(),
    revisedAt: revisedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}

type ListInput = {
  role: 'approver' | 'author'
  waiting?: 'true' | 'false'
  group?: string
  limit: number
  cursor?: string
}

/**
 * Lists what was sent to the groups in which a member is an approver, or what they sent (`author`), most recently sent
 * first. Throws AppError validation_failed (an invalid cursor).
 */
export async function listApprovals(
  db: Db,
  member: Member,
  { role, waiting, group, limit, cursor }: ListInput,
): Promise<Page<ApprovalCard>> {
  const name = `approvals:${role}:${waiting ?? 'all'}:${group ?? ''}`
  const start = readCursor(name, cursor, cursorKeys.time)
  const conditions = [
    role === 'author' ? sql`a.user_id = ${member.id}` : isApprover(member),
    isVisibleTo(member),
    ...(waiting === undefined ? [] : [waiting === 'true' ? sql`a.state = 'waiting'` : sql`a.state <> 'waiting'`]),
    ...(group === undefined ? [] : [sql`a.group_id = (select id from groups where slug = ${group})`]),
  ]
  const where = sql.join(conditions, sql` and `)
  const after = start ? sql`and (a.revised_at, a.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const [{ rows }, counts] = await Promise.all([
    sql<CardRow & { position: string }>`
      select ${cardColumnsFor(member)}, a.revised_at::text as position from ${source} where ${where} ${after}
      order by a.revised_at desc, a.id desc limit ${limit + 1}`.execute(db),
    countUpTo(db, sql`${source} where ${where}`),
  ])
  const { items, nextCursor } = cutPage(rows, limit, name, ({ position, id }) => ({ key: position, id }))
  return { items: items.map(({ position: _, ...row }) => toCard(row)), nextCursor, ...counts }
}

type FullRow = CardRow & {
  change: ApprovalChange
  current: ApprovalText
  proposedCategory: ApprovalText['category'] | null
  readers: Approval['readers']
}

/**
 * Returns a request with the prompt as it is now and as it would be, and the comments. Throws AppError not_found unless
 * the member sent it or is an approver of the group.
 */
export async function getApprovalOrThrow(db: Db, member: Member, id: string): Promise<Approval> {
  const [{ rows }, comments] = await Promise.all([
    sql<FullRow>`
      select ${cardColumnsFor(member)}, a.change,
        (select to_jsonb(t) from (select ${columnsOf('p', Object.keys(WrittenPrompt.shape))}, ${categoryOf('c')} as category) t) as current,
        (select ${categoryOf('n')} from categories n where n.slug = a.change ->> 'category') as proposed_category,
        case when coalesce(a.change ->> 'status', p.status) in ('published', 'pending') then '[]' else (
          select coalesce(jsonb_agg(${groupNameOf('r')} order by r.name), '[]')
          from groups r where r.id = any (p.group_ids) or r.slug = a.change ->> 'group'
            or a.change -> 'otherGroups' ? r.slug) end as readers
      from ${source} join categories c on c.id = p.category_id
      where a.id = ${id} and ${isVisibleTo(member)}`.execute(db),
    readComments(db, id),
  ])
  if (!rows[0]) throw notFound(t('This request'))
  const { change, current, proposedCategory, readers, ...card } = rows[0]
  const proposed = textAfter(current, change, proposedCategory)
  return {
    ...toCard(card),
    current: withBlanks(current),
    proposed: withBlanks(proposed),
    hiddenCharacters: findHiddenCharacters(proposed.content),
    readers,
    comments,
  }
}

/** The text of a prompt after a change. Without `variables`, the blanks keep their descriptions, even if renamed. */
function textAfter(
  current: ApprovalText,
  change: ApprovalChange,
  category: ApprovalText['category'] | null,
): ApprovalText {
  const written = WrittenPrompt.parse({ ...current, ...change })
  const variables = change.variables ?? followRenames(current.content, written.content, current.variables)
  return {
    ...written,
    variables: normalizeVariables(written.content, variables),
    category: category ?? current.category,
  }
}

function withBlanks(text: ApprovalText): ApprovalText {
  return { ...text, variables: describedVariables(text.content, text.variables) }
}

async function readComments(db: Db, approvalId: string): Promise<ApprovalComment[]> {
  const { rows } = await sql<{ id: string; username: string; body: string; createdAt: Date }>`
    select c.id, u.display_username as username, c.body, c.created_at
    from approval_comments c join users u on u.id = c.user_id
    where c.approval_id = ${approvalId} order by c.created_at, c.id limit ${approvalLimits.comments}`.execute(db)
  return rows.map(({ id, username, body, createdAt }) => ({
    id,
    user: { username },
    body,
    createdAt: createdAt.toISOString(),
  }))
}
