import { type RawBuilder, sql } from 'kysely'
import { PromptText } from '#features/catalogue/contract.ts'
import { getPromptOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isVersionVisibleToUser } from '#features/catalogue/server/prompt-visibility.ts'
import { describedVariables } from '#features/variables/variable-list-rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import { columnsOf, type Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { ChangeRequest, ChangeRequestCard } from '../contract.ts'
import { silentBefore } from '../rules.ts'
import { isVisibleTo, mayBeDecidedBy } from './change-request-visibility.ts'

type Dates = 'createdAt' | 'revisedAt' | 'answeredAt'
type CardRow = Omit<ChangeRequestCard, Dates | 'user' | 'isSilent'> & {
  username: string
  createdAt: Date
  revisedAt: Date
  answeredAt: Date | null
}

/** The columns of a suggested edit in a list. A query that selects them must select from `source`. */
const cardColumns = sql`
  cr.id, case when cr.removed_reason is null then cr.state else 'removed' end as state, cr.reason, cr.answer, cr.removed_reason,
  jsonb_build_object('id', p.id, 'slug', p.slug, 'title', p.title, 'version', p.version,
    'user', jsonb_build_object('username', author.display_username)) as prompt,
  proposer.display_username as username, cr.base_version, cr.base_version < p.version as is_moved, cr.accepted_version,
  cr.revision, cr.created_at, cr.revised_at, cr.answered_at`
const source = sql`change_requests cr join prompts p on p.id = cr.prompt_id
  join users author on author.id = p.user_id join users proposer on proposer.id = cr.user_id`

function toCard({ username, createdAt, revisedAt, answeredAt, ...row }: CardRow, now: Date): ChangeRequestCard {
  return {
    ...row,
    user: { username },
    createdAt: createdAt.toISOString(),
    revisedAt: revisedAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    isSilent: row.state === 'open' && revisedAt < silentBefore(now),
  }
}

type PageInput = { limit: number; cursor?: string }

/** Lists the suggested edits that meet the condition and that the member may see. `name` names the list in cursors. */
async function listWhere(
  db: Db,
  member: Member,
  { name, condition, limit, cursor, now }: PageInput & { name: string; condition: RawBuilder<unknown>; now: Date },
): Promise<Page<ChangeRequestCard>> {
  const start = readCursor(name, cursor, cursorKeys.time)
  const where = sql`${condition} and ${isVisibleTo(member)}`
  const after = start ? sql`and (cr.revised_at, cr.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<CardRow & { position: string }>`
    select ${cardColumns}, cr.revised_at::text as position from ${source} where ${where} ${after}
    order by cr.revised_at desc, cr.id desc limit ${limit + 1}`.execute(db)
  const counts = await countUpTo(db, sql`${source} where ${where}`)
  const { items, nextCursor } = cutPage(rows, limit, name, ({ position, id }) => ({ key: position, id }))
  return {
    items: items.map(({ position: _, ...row }) => toCard(row, now)),
    nextCursor,
    ...counts,
  }
}

/**
 * Lists the suggested edits of a prompt (by id or slug) that the member may see, most recently revised first. Throws
 * AppError not_found or validation_failed (an invalid cursor).
 */
export async function listPromptRequests(
  db: Db,
  member: Member,
  idOrSlug: string,
  page: PageInput & { now: Date },
): Promise<Page<ChangeRequestCard>> {
  const { id } = await getPromptOrThrow(db, member, idOrSlug)
  return listWhere(db, member, { ...page, name: `change-requests:${id}`, condition: sql`cr.prompt_id = ${id}` })
}

/**
 * Lists the suggested edits that a member may decide on (`author`), or those that they sent (`proposer`), most recently
 * revised first. `pending`: only those that are open or being revised, or only the others. Throws AppError
 * validation_failed (an invalid cursor).
 */
export async function listOwnRequests(
  db: Db,
  member: Member,
  { role, pending, ...page }: PageInput & { role: 'author' | 'proposer'; pending?: 'true' | 'false'; now: Date },
): Promise<Page<ChangeRequestCard>> {
  const isTheirs = role === 'author' ? mayBeDecidedBy(member) : sql`cr.user_id = ${member.id}`
  const isPending = sql`(cr.state in ('open', 'revising') and cr.removed_reason is null)`
  const filter = pending === undefined ? sql`true` : pending === 'true' ? isPending : sql`not ${isPending}`
  const condition = sql`${isTheirs} and ${filter}`
  return listWhere(db, member, { ...page, name: `own-change-requests:${role}:${pending ?? 'all'}`, condition })
}

const textColumns = Object.keys(PromptText.shape)

type FullRow = CardRow &
  Pick<ChangeRequest, 'licence' | 'isOwn' | 'mayDecide' | 'hiddenCharacters'> & {
    base: PromptText | null
    current: PromptText
    proposed: PromptText
  }

/**
 * Returns a suggested edit with three texts: the version that it is based on, the prompt's current text and the
 * proposed text. The first is null for everybody except the prompt's author if that version is no longer public. Throws
 * AppError not_found.
 */
export async function getRequestOrThrow(db: Db, member: Member, id: string, now: Date): Promise<ChangeRequest> {
  return readRequest(db, member, sql`cr.id = ${id} and ${isVisibleTo(member)}`, now)
}

/**
 * Like `getRequestOrThrow`, but for the person who has just decided on the suggested edit. They get it even if the
 * prompt now waits for a moderator. Throws AppError not_found.
 */
export async function getDecidedRequestOrThrow(db: Db, member: Member, id: string, now: Date): Promise<ChangeRequest> {
  return readRequest(db, member, sql`cr.id = ${id} and ${mayBeDecidedBy(member)}`, now)
}

async function readRequest(db: Db, member: Member, condition: RawBuilder<unknown>, now: Date): Promise<ChangeRequest> {
  const { rows } = await sql<FullRow>`
    select ${cardColumns}, cr.licence, cr.hidden_characters, cr.user_id = ${member.id} as is_own, ${mayBeDecidedBy(member)} as may_decide,
      (select to_jsonb(t) from (select ${columnsOf('cr', textColumns)}) t) as proposed,
      (select to_jsonb(t) from (select ${columnsOf('p', textColumns)}) t) as current,
      (select to_jsonb(t) from (select ${columnsOf('v', textColumns)}) t where ${isVersionVisibleToUser(member.id)}) as base
    from ${source} left join prompt_versions v on v.prompt_id = cr.prompt_id and v.version = cr.base_version
    where ${condition}`.execute(db)
  if (!rows[0]) throw notFound(t('This suggested edit'))
  const { licence, isOwn, mayDecide, hiddenCharacters, base, current, proposed, ...card } = rows[0]
  return {
    ...toCard(card, now),
    licence,
    isOwn,
    mayDecide,
    base: base && withBlanks(base),
    current: withBlanks(current),
    proposed: withBlanks(proposed),
    hiddenCharacters,
  }
}

/** Returns a text whose list of variables contains all its blanks, including those without a description. */
function withBlanks(text: PromptText): PromptText {
  return PromptText.parse({ ...text, variables: describedVariables(text.content, text.variables) })
}
