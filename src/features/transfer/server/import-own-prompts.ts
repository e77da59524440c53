import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getCategoryIdOrThrow } from '#features/catalogue/server/category-queries.ts'
import {
  type InsertedPrompt,
  insertPrompts,
  type PreparedDraft,
  prepareDrafts,
} from '#features/catalogue/server/insert-prompts.ts'
import { linkForks, linkTranslations } from '#features/catalogue/server/link-prompts.ts'
import type { WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { mustWait } from '#features/catalogue/server/wait-for-moderation.ts'
import { t } from '#lib/texts.ts'
import { type Actor, hasRole, type Member, requireMember } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Limits, TakenPoints } from '#platform/limits.ts'
import { createKeyedQueue } from '#platform/work/work-queue.ts'
import type { ImportResult, PromptFile } from '../contract.ts'
import { isAddress } from '../image-rules.ts'
import { transferLimits } from '../rules.ts'
import { type Origin, textKeyOf } from './own-copy-queries.ts'
import { type OwnRecord, readOwnRecords } from './own-record-queries.ts'
import { importedPromptsPerMember, importsPerMember } from './transfer-limits.ts'

/** A member's imports run one after the other, so that many by one member don't fill the queue in which others wait. */
const inTurn = createKeyedQueue()

const repeatNote = () => t('The same prompt appears earlier in this file.')

/**
 * Imports a file's prompts as the member's own, as drafts or published. Invalid rows are returned with line and reason,
 * and the rest is imported. A prompt is skipped if the member already has one with the same title and text, so a
 * repeated import changes nothing. A preview returns the same without storing anything. Throws AppError
 * authentication_required, validation_failed, rate_limited, overloaded.
 */
export async function importOwnPrompts(
  db: Db,
  actor: Actor,
  file: PromptFile,
  context: WriteContext,
): Promise<ImportResult> {
  const member = requireMember(actor)
  await context.limits.take(importsPerMember, member.id)
  return inTurn(member.id, () => importInTurn(db, member, file, context))
}

async function importInTurn(db: Db, member: Member, file: PromptFile, context: WriteContext): Promise<ImportResult> {
  const { accepted, refused, origins } = await readOwnRecords(db, member, file)
  const newRecords = withoutRepeats(accepted.filter(({ known }) => known === null))
  let storedRecords = new Set(newRecords)
  let newIds = new Map<OwnRecord, string>()
  let statuses: NewStatus[] = []
  if (file.preview) {
    statuses = await inTransaction(db, (tx) => statusesOf(tx, member, newRecords, file, context.moderation))
  } else if (newRecords.length > 0) {
    const taken = await takeFromDailyLimit(context.limits, member.id, newRecords.length)
    const storeNew = async () => {
      const drafts = await prepare(db, member, newRecords, context.now)
      return inTransaction(db, async (tx) => {
        await lockWriter(tx, member)
        statuses = await statusesOf(tx, member, newRecords, file, context.moderation)
        return store(
          tx,
          member,
          { newRecords, drafts, statuses, accepted, origins },
          { ...context, requestedStatus: file.status },
        )
      })
    }
    const inserted = await storeNew().catch(async (error) => {
      // An AppError, such as the one for a category that was deleted meanwhile, means that nothing was stored.
      if (error instanceof AppError) await context.limits.giveBack(taken)
      throw error
    })
    newIds = new Map(newRecords.flatMap((item, index) => (inserted[index] ? [[item, inserted[index].id]] : [])))
    storedRecords = new Set(newIds.keys())
    // A concurrent import of the same file has stored the others.
    const skippedCount = newRecords.length - storedRecords.size
    if (skippedCount > 0) await context.limits.giveBack(taken, skippedCount)
  }
  const statusByText = new Map(newRecords.map((item, index) => [keyOf(item), statuses[index]]))
  const newRecordSet = new Set(newRecords)
  const isRepeat = (item: OwnRecord) => item.known === null && !newRecordSet.has(item)
  // If a prompt is in the file twice, its second row gets the status of the first.
  const statusOf = (item: OwnRecord) => item.known?.status ?? statusByText.get(keyOf(item)) ?? file.status
  return {
    created: storedRecords.size,
    known: accepted.length - storedRecords.size,
    refused,
    taken: accepted.map((item) => ({
      line: item.line,
      ...(item.file !== undefined && { file: item.file }),
      title: item.record.title,
      category: item.record.category,
      excerpt: item.excerpt,
      blanks: item.blanks,
      status: statusOf(item),
      // If a prompt is in the file twice, its second row counts as known.
      known: storedRecords.has(item) ? null : statusOf(item),
      id: item.known?.id ?? newIds.get(item) ?? null,
      image: item.known?.hasPicture || isRepeat(item) || (item.image && isAddress(item.image)) ? null : item.image,
      notes: isRepeat(item) ? [...item.notes, repeatNote()] : item.notes,
    })),
  }
}

type NewStatus = PromptFile['status'] | 'pending'

/** Returns the status with which each record is stored. */
async function statusesOf(
  tx: Tx,
  member: Member,
  records: OwnRecord[],
  { status, draftIfFlagged }: Pick<PromptFile, 'status' | 'draftIfFlagged'>,
  moderation: WriteContext['moderation'],
): Promise<NewStatus[]> {
  const statuses: NewStatus[] = []
  for (const { record, isFlagged } of records) {
    await yieldToEventLoop()
    const isDraft = status === 'draft' || (draftIfFlagged && isFlagged)
    const isPending = !isDraft && (await mustWait(tx, moderation, member, record, null))
    statuses.push(isDraft ? 'draft' : isPending ? 'pending' : status)
  }
  return statuses
}

function withoutRepeats(records: OwnRecord[]): OwnRecord[] {
  const byKey = new Map<string, OwnRecord>()
  for (const item of records) if (!byKey.has(keyOf(item))) byKey.set(keyOf(item), item)
  return [...byKey.values()]
}

/** Returns a key that is the same for two rows of a file with the same prompt. */
function keyOf({ record, contentHash }: OwnRecord): string {
  return textKeyOf(record.title, contentHash)
}

/** Counts prompts toward the daily limit, unless they would exceed it. Throws AppError rate_limited. */
async function takeFromDailyLimit(limits: Limits, memberId: string, count: number): Promise<TakenPoints> {
  try {
    return await limits.take(importedPromptsPerMember, memberId, count)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
    const { retryAfter = 0 } = error.details
    throw new AppError(
      'rate_limited',
      t('You can import {dayMax} prompts a day. Import the rest in {ceil} h.', {
        dayMax: transferLimits.dayMax,
        ceil: Math.ceil(retryAfter / 3600),
      }),
      { retryAfter },
    )
  }
}

/**
 * A file to store: its new records with their drafts and statuses, all accepted records, and possible origins of forks
 * by id.
 */
type FileToStore = {
  newRecords: OwnRecord[]
  drafts: PreparedDraft[]
  statuses: NewStatus[]
  accepted: OwnRecord[]
  origins: Map<string, Origin>
}

function prepare(db: Db, member: Member, records: OwnRecord[], createdAt: Date): Promise<PreparedDraft[]> {
  const drafts = records.map(
    ({ record: { credit, category: _, ...written }, exported, licence, categoryId, importKey }) => ({
      id: newId(),
      ...written,
      labels: exported?.labels,
      tags: [...new Set(written.tags)],
      models: [...new Set(written.models)],
      categoryId,
      userId: member.id,
      credit: credit?.toLowerCase() === member.username.toLowerCase() ? null : credit,
      ...(!hasRole(member, 'admin') && { importedBy: member.id }),
      licence,
      forkOf: null,
      // The transaction that stores them decides their status.
      status: 'draft' as const,
      featured: false,
      importKey,
      createdAt,
    }),
  )
  return prepareDrafts(db, drafts)
}

async function store(
  tx: Tx,
  member: Member,
  { newRecords, drafts, statuses, accepted, origins }: FileToStore,
  { requestedStatus, onPublished }: Pick<WriteContext, 'onPublished'> & { requestedStatus: PromptFile['status'] },
): Promise<(InsertedPrompt | null)[]> {
  // The categories were read before this transaction. This loop locks them, so that they can't be deleted.
  for (const category of new Set(newRecords.map(({ record }) => record.category)))
    await getCategoryIdOrThrow(tx, category)
  const inserted = await insertPrompts(
    tx,
    drafts.map((draft, index) => ({ ...draft, status: statuses[index] ?? requestedStatus })),
    onPublished,
  )
  await linkForks(tx, forksOf(newRecords, inserted, { accepted, origins }))
  await linkTranslations(tx, translationsOf(newRecords, inserted, accepted))
  const created = inserted.filter(Boolean).length
  if (created > 0)
    await recordAuditEntry(tx, member, { action: 'prompts.import', details: { created, status: requestedStatus } })
  return inserted
}

/** Returns the origin of each new fork: a prompt of the same file, or an existing prompt. */
function forksOf(
  newRecords: OwnRecord[],
  inserted: (InsertedPrompt | null)[],
  { accepted, origins }: Pick<FileToStore, 'accepted' | 'origins'>,
) {
  // Maps the ids by which the file may name an origin to ids in this catalogue.
  const ids = new Map([...origins.keys()].map((id) => [id, id]))
  const addId = (item: OwnRecord, id: string | undefined) => {
    if (item.exported && id) ids.set(item.exported.id, id)
  }
  for (const item of accepted) addId(item, item.known?.id)
  for (const [index, item] of newRecords.entries()) addId(item, inserted[index]?.id)
  return newRecords.flatMap(({ exported }, index) => {
    const id = inserted[index]?.id
    const forkOf = ids.get(exported?.forkOf ?? '')
    return id && forkOf ? [{ id, forkOf }] : []
  })
}

/** Returns each new translation with the prompt of the same file or of this site that the file names. */
function translationsOf(newRecords: OwnRecord[], inserted: (InsertedPrompt | null)[], accepted: OwnRecord[]) {
  const ids = new Map<string, string>()
  for (const { exported, known } of accepted) if (exported && known) ids.set(exported.slug, known.id)
  for (const [index, { exported }] of newRecords.entries())
    if (exported && inserted[index]) ids.set(exported.slug, inserted[index].id)
  return newRecords.flatMap(({ translationOf, original }, index) => {
    const id = inserted[index]?.id
    const of = original?.id ?? ids.get(translationOf ?? '')
    return id && of && id !== of ? [{ id, of }] : []
  })
}
