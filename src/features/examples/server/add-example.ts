import { sql } from 'kysely'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPromptForOrThrow } from '#features/catalogue/server/lock-prompts.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError, invalidField } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { LimitRule } from '#platform/limits.ts'
import type { Example, ExampleDraft } from '../contract.ts'
import { type ExampleStatus, exampleLimits, exampleMessages } from '../rules.ts'
import { findExample } from './example-queries.ts'
import type { ExamplesContext } from './examples-context.ts'
import { storeExampleResults } from './store-example-results.ts'
import { examplesClosedError } from './upload-picture.ts'

/** How far a member's local time may be ahead of UTC, in ms. */
const clockAheadMs = 14 * 3_600_000

const examplesPerHour: LimitRule = { name: 'example', points: 30, seconds: 3600 }

/**
 * Adds what a member got from a prompt (id or slug), published or their own. A user's examples with pictures wait for a moderator
 * until one of them is published. Under `pre` moderation, so do texts. A repeated call returns the existing example.
 * Throws AppError not_found, validation_failed, conflict (too many), forbidden (EXAMPLES is off), rate_limited, or an
 * error of `lockWriter`.
 */
export async function addExample(
  { db, now, limits, moderation, isOpen }: ExamplesContext,
  member: Member,
  idOrSlug: string,
  draft: ExampleDraft,
): Promise<Example> {
  if (!isOpen) throw examplesClosedError()
  if ((draft.text !== undefined) === draft.pictures.length > 0) throw invalidField('text', exampleMessages.contents)
  if (draft.text !== undefined && draft.model === '') throw invalidField('model', exampleMessages.nameMissing)
  if (draft.madeOn === null ? draft.text !== undefined : Date.parse(draft.madeOn) > now().getTime() + clockAheadMs)
    throw invalidField('madeOn', exampleMessages.madeOn)
  await limits.take(examplesPerHour, member.id)
  return inTransaction(db, async (tx) => {
    // A member's writes run one at a time, so that the counts are right and a repeated request finds the first example.
    await lockWriter(tx, member)
    const prompt = await lockPromptForOrThrow(tx, member, idOrSlug)
    const existing = await findSame(tx, member, prompt.id, draft)
    if (existing) return existing
    await refuseTooMany(tx, member.id, prompt.id)
    const mustWait = member.role === 'user' && (draft.pictures.length > 0 || moderation === 'pre')
    const status = mustWait && !(await hasPublishedExample(tx, member.id, draft)) ? 'pending' : 'published'
    const id = await insertExample(tx, member, prompt.id, draft, { status, now: now() })
    if (status === 'published') {
      await storeExampleResults(tx, [prompt.id])
      await recordContentChange(tx, [prompt.id])
    }
    return (await findExample(tx, sql`e.id = ${id}`)) as Example
  })
}

/** Finds the member's example of this prompt that has the same text or the same first picture. */
function findSame(tx: Tx, { id }: Member, promptId: string, { text, pictures }: ExampleDraft): Promise<Example | null> {
  const same =
    text === undefined
      ? sql`e.id = (select example_id from example_pictures where id = ${pictures[0]?.id} and user_id = ${id})`
      : sql`md5(e.text) = md5(${text}) and e.text = ${text}`
  return findExample(tx, sql`e.user_id = ${id} and e.prompt_id = ${promptId} and ${same}`)
}

/** An example to store. `source`: the address from which an import fetched its picture. */
type StoredDraft = ExampleDraft & { source?: string | null }

async function refuseTooMany(tx: Tx, userId: string, promptId: string): Promise<void> {
  const { total, forPrompt } = await tx
    .selectFrom('examples')
    .where('userId', '=', userId)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('promptId', '=', promptId).as('forPrompt'),
    ])
    .executeTakeFirstOrThrow()
  const { perPrompt, perMember } = exampleLimits
  if (forPrompt >= perPrompt)
    throw new AppError('conflict', t('You have {perPrompt} examples of this prompt. Delete one first.', { perPrompt }))
  if (total >= perMember)
    throw new AppError('conflict', t('You have {perMember} examples in total. Delete some first.', { perMember }))
}

/** Tells whether the member already has a published example of the same kind, which is text or pictures. */
async function hasPublishedExample(tx: Tx, userId: string, { text }: ExampleDraft): Promise<boolean> {
  const { rows } = await sql`
    select from examples where user_id = ${userId} and status = 'published'
      and (text is null) = ${text === undefined} limit 1`.execute(tx)
  return rows.length > 0
}

/** Adds an example with uploaded pictures or a text, and returns its id. Throws AppError validation_failed. */
export async function insertExample(
  tx: Tx,
  { id: userId }: Pick<Member, 'id'>,
  promptId: string,
  { pictures, text, ...draft }: StoredDraft,
  { status, now }: { status: ExampleStatus; now: Date },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('examples')
    .values({
      id,
      promptId,
      userId,
      ...draft,
      source: draft.source ?? null,
      text: text ?? null,
      status,
      removedReason: null,
      statusBefore: null,
      createdAt: now,
      changedAt: now,
    })
    .execute()
  if (pictures.length === 0) return id
  const { numAffectedRows } = await sql`
    update example_pictures i set example_id = ${id}, place = new.place, alt = new.alt
    from jsonb_to_recordset(${JSON.stringify(pictures.map((picture, place) => ({ ...picture, place })))})
      as new(id uuid, place smallint, alt text)
    where i.id = new.id and i.user_id = ${userId} and i.example_id is null and i.stored`.execute(tx)
  if (Number(numAffectedRows) === pictures.length) return id
  throw invalidField('pictures', t('A picture no longer exists, or is used in another example. Upload it again.'))
}
