import { type Selectable, sql } from 'kysely'
import { isLiveFor, isTextPublic, isTextVisibleTo } from '#features/catalogue/server/prompt-visibility.ts'
import { t } from '#lib/texts.ts'
import { type Actor, hasRole, type Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import type { Comparison, ComparisonAnswer } from '../contract.ts'
import { holdMs, letterAt, noneGood, tie } from '../rules.ts'
import type { ComparisonAnswersTable, ComparisonsTable } from './comparisons.table.ts'

export type AnswerRow = Selectable<ComparisonAnswersTable>
export type ComparisonRow = Selectable<ComparisonsTable> & {
  /** Null if the prompt isn't live for the reader. */
  promptSlug: string | null
  promptTitle: string | null
  /** Whether everybody may see the text. */
  textPublic: boolean
  /** Whether the reader may see the text. */
  textVisible: boolean
}

/** Returns the columns of a ComparisonRow for this reader. The query must select them from `comparisonSource`. */
export const comparisonColumns = (reader: Actor) => sql`
  c.*, case when ${isLiveFor(reader)} then p.slug end as prompt_slug,
  case when ${isLiveFor(reader)} then p.title end as prompt_title,
  not c.from_prompt or ${isTextPublic(sql`c.content`)} as text_public,
  not c.from_prompt or ${isTextVisibleTo(reader, sql`c.content`)} as text_visible`
export const comparisonSource = sql`comparisons c left join prompts p on p.id = c.prompt_id`

/**
 * Reads a comparison that this actor may see. Its owner always sees it. Once it is published or shared, so do all who
 * may see the prompt's text, or everybody if the text isn't from a prompt. Moderators also see comparisons that were
 * taken down. Throws AppError not_found.
 */
export async function getVisibleComparisonOrThrow(db: Db, actor: Actor, id: string): Promise<ComparisonRow> {
  const { rows } = isId(id)
    ? await sql<ComparisonRow>`
        select ${comparisonColumns(actor)} from ${comparisonSource} where c.id = ${id}`.execute(db)
    : { rows: [] }
  const [row] = rows
  if (!row || !(isOwner(row, actor) || isShownTo(row, actor))) throw notFound(t('This comparison'))
  return row
}

function isShownTo({ publishedAt, sharedAt, withdrawnReason, textVisible }: ComparisonRow, actor: Actor): boolean {
  if (!textVisible) return false
  if (withdrawnReason !== null) return hasRole(actor, 'moderator')
  return publishedAt !== null || sharedAt !== null
}

/** Reads a member's own comparison. Throws AppError not_found. */
export async function getOwnComparisonOrThrow(db: Db, member: Member, id: string): Promise<ComparisonRow> {
  const row = await getVisibleComparisonOrThrow(db, member, id)
  if (!isOwner(row, member)) throw notFound(t('This comparison'))
  return row
}

export function isOwner(row: { userId: string }, actor: Actor): boolean {
  return actor.kind === 'user' && actor.id === row.userId
}

export async function readAnswers(db: Db, { userId, id }: { userId: string; id: string }): Promise<AnswerRow[]> {
  return db
    .selectFrom('comparisonAnswers')
    .selectAll()
    .where('userId', '=', userId)
    .where('comparisonId', '=', id)
    .orderBy('place')
    .execute()
}

/** Tells whether a vote for an answer can count, which requires that the answer is complete and not pasted. */
export function isContender({ status, pasted }: Pick<AnswerRow, 'status' | 'pasted'>): boolean {
  return status === 'done' && !pasted
}

/**
 * Reads a comparison as `actor` may see it. Until the actor votes, the models' names are hidden: from the owner if the
 * comparison is blind, and from everybody else if `hidesNames` is set. Throws AppError not_found.
 */
export async function readComparison(
  db: Db,
  actor: Actor,
  id: string,
  { hidesNames = false, now }: { hidesNames?: boolean; now: Date },
): Promise<Comparison> {
  const row = await getVisibleComparisonOrThrow(db, actor, id)
  // These reads aren't parallel, because `db` may be a transaction, which has only one connection.
  const answers = await readAnswers(db, row)
  const ownVote = await readOwnVote(db, actor, id)
  const hidden = !ownVote && (isOwner(row, actor) ? row.blind : hidesNames)
  return {
    id: row.id,
    name: row.name,
    prompt: promptReferenceOf(row),
    promptHidden: !row.textPublic,
    content: row.textVisible ? row.content : '',
    variables: row.variables,
    createdAt: row.createdAt.toISOString(),
    published: row.publishedAt !== null,
    shared: row.sharedAt !== null,
    withdrawnReason: row.withdrawnReason,
    blind: row.blind,
    hidden,
    isOwner: isOwner(row, actor),
    answers: answers.map((answer) => toAnswer(answer, row, { hidden, now })),
    votes: hidden ? [] : await countVotes(db, id, answers),
    ownVote,
  }
}

/** Returns the prompt of a comparison, or null if it has none or the prompt isn't live for the reader. */
export function promptReferenceOf({ promptId, promptSlug, promptTitle }: ComparisonRow): Comparison['prompt'] {
  return promptId && promptSlug && promptTitle ? { id: promptId, slug: promptSlug, title: promptTitle } : null
}

async function readOwnVote(db: Db, actor: Actor, comparisonId: string): Promise<Comparison['ownVote']> {
  if (actor.kind !== 'user') return null
  const vote = await db
    .selectFrom('comparisonVotes')
    .select(['outcome', 'counts', 'note'])
    .where('userId', '=', actor.id)
    .where('comparisonId', '=', comparisonId)
    .executeTakeFirst()
  return vote ?? null
}

async function countVotes(db: Db, comparisonId: string, answers: AnswerRow[]): Promise<Comparison['votes']> {
  const { rows } = await sql<Comparison['votes'][number]>`
    select outcome, count(*) as votes, count(*) filter (where counts) as blind
    from comparison_votes where comparison_id = ${comparisonId} group by outcome`.execute(db)
  const outcomes = [...answers.filter(({ status }) => status === 'done').map(({ model }) => model), tie, noneGood]
  return outcomes.map((outcome) => rows.find((row) => row.outcome === outcome) ?? { outcome, votes: 0, blind: 0 })
}

/** These fields are hidden with the names, because times and costs identify a model almost as well as its name does. */
const hiddenFields = {
  vendor: null,
  version: null,
  timeToFirstToken: null,
  time: null,
  tokens: null,
  cost: null,
  price: 0,
}

/** Tells whether a running answer's hold has expired, so that its process must have been killed. */
export function wasInterrupted({ status }: AnswerRow, comparedAt: Date, now: Date): boolean {
  return status === 'running' && now.getTime() - comparedAt.getTime() > holdMs
}

/** Returns an answer as the reader may see it. */
export function toAnswer(
  row: AnswerRow,
  { createdAt, textVisible }: ComparisonRow,
  view: { hidden: boolean; now: Date },
): ComparisonAnswer {
  const isInterrupted = wasInterrupted(row, createdAt, view.now)
  const isHidden = view.hidden && !row.pasted
  return {
    model: isHidden ? letterAt(row.place) : row.model,
    // The built-in engines quote the prompt in their answers, so these are hidden together with it.
    text: textVisible || row.vendor !== 'built-in' ? row.text : '',
    status: isInterrupted ? 'failed' : row.status,
    failure: failureOf(row, { isHidden, isInterrupted }),
    cut: row.cut,
    vendor: row.vendor,
    version: row.version,
    timeToFirstToken: row.timeToFirstToken,
    time: row.time,
    tokens: row.tokens,
    cost: row.cost,
    price: isInterrupted ? 0 : row.price,
    pasted: row.pasted,
    answeredAt: row.answeredAt?.toISOString() ?? null,
    ...(isHidden && hiddenFields),
  }
}

function failureOf(
  { failure }: AnswerRow,
  { isHidden, isInterrupted }: { isHidden: boolean; isInterrupted: boolean },
): string | null {
  if (isInterrupted) return t('The answer was interrupted. Nothing was charged.')
  return failure !== null && isHidden ? t('This model failed. Nothing was charged.') : failure
}
