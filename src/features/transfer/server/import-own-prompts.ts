import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getCategoryIdOrThrow } from '#features/catalogue/server/category-queries.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { type InsertedPrompt, insertPrompts, type PromptDraft } from '#features/catalogue/server/insert-prompts.ts'
import { linkForks } from '#features/catalogue/server/link-forks.ts'
import type { WriteContext } from '#features/catalogue/server/store-prompt-change.ts'
import { mustWait } from '#features/catalogue/server/wait-for-moderation.ts'
import { variablesOf } from '#features/variables/variable-rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { oneLine } from '#lib/short-text.ts'
import { shorten } from '#lib/shorten.ts'
import { cutText } from '#lib/well-formed.ts'
import { type Actor, hasRole, type Member, requireMember } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import type { Limits, TakenPoints } from '#platform/limits.ts'
import type { ImportResult, PromptFile } from '../contract.ts'
import { transferLimits } from '../rules.ts'
import type { Origin } from './own-copy-queries.ts'
import { type OwnRecord, readOwnRecords } from './own-record-queries.ts'
import { importedPromptsPerMember, importsPerMember } from './transfer-limits.ts'

const repeatNote = 'The same prompt appears earlier in this file.'
/** How long an excerpt may be, and how much of the text is searched for it, in characters. */
const excerptMax = 160
const excerptSearchLength = 2_000
const frontMatter = /^---\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/

/**
 * Imports a file's prompts as the member's own, as drafts or published. Invalid rows are returned with line and reason,
 * and the rest is imported. A prompt is skipped if the member already has one with the same title and text, so a
 * repeated import changes nothing. A preview returns the same without storing anything. Throws AppError
 * authentication_required, validation_failed, rate_limited.
 */
export async function importOwnPrompts(
  db: Db,
  actor: Actor,
  file: PromptFile,
  context: WriteContext,
): Promise<ImportResult> {
  const member = requireMember(actor)
  await context.limits.take(importsPerMember, member.id)
  const { accepted, refused, origins } = await readOwnRecords(db, member, file)
  const newRecords = withoutRepeats(accepted.filter(({ known }) => known === null))
  let storedRecords = new Set(newRecords)
  let statuses: NewStatus[] = []
  if (file.preview) {
    statuses = await inTransaction(db, (tx) => statusesOf(tx, member, newRecords, file, context.moderation))
  } else if (newRecords.length > 0) {
    const taken = await takeFromDailyLimit(context.limits, member.id, newRecords.length)
    const inserted = await inTransaction(db, async (tx) => {
      await lockWriter(tx, member)
      statuses = await statusesOf(tx, member, newRecords, file, context.moderation)
      return store(
        tx,
        member,
        { newRecords, statuses, accepted, origins },
        { ...context, requestedStatus: file.status },
      )
    }).catch(async (error) => {
      // An AppError, such as the one for a category that was deleted meanwhile, means that nothing was stored.
      if (error instanceof AppError) await context.limits.giveBack(taken)
      throw error
    })
    storedRecords = new Set(newRecords.filter((_, index) => inserted[index]))
    // A concurrent import of the same file has stored the others.
    const skippedCount = newRecords.length - storedRecords.size
    if (skippedCount > 0) await context.limits.giveBack(taken, skippedCount)
  }
  const statusByText = new Map(newRecords.map((item, index) => [textKeyOf(item), statuses[index]]))
  const newRecordSet = new Set(newRecords)
  const isRepeat = (item: OwnRecord) => item.known === null && !newRecordSet.has(item)
  // If a prompt is in the file twice, its second row gets the status of the first.
  const statusOf = (item: OwnRecord) => item.known?.status ?? statusByText.get(textKeyOf(item)) ?? file.status
  return {
    created: storedRecords.size,
    known: accepted.length - storedRecords.size,
    refused,
    taken: accepted.map((item) => ({
      line: item.line,
      ...(item.file !== undefined && { file: item.file }),
      title: item.record.title,
      category: item.record.category,
      excerpt: firstLineOf(item.record),
      blanks: variablesOf(item.record.content).map(({ name }) => name),
      status: statusOf(item),
      // If a prompt is in the file twice, its second row counts as known.
      known: storedRecords.has(item) ? null : statusOf(item),
      notes: isRepeat(item) ? [...item.notes, repeatNote] : item.notes,
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
    const isDraft = status === 'draft' || (draftIfFlagged && isFlagged)
    const isPending = !isDraft && (await mustWait(tx, moderation, member, record, null))
    statuses.push(isDraft ? 'draft' : isPending ? 'pending' : status)
  }
  return statuses
}

/**
 * Returns the line that identifies a text: the first line, apart from front matter and the title, that has a letter or
 * digit.
 */
function firstLineOf({ title, content }: OwnRecord['record']): string {
  const text = cutText(content, excerptSearchLength)
  const lines = text.replace(frontMatter, '').split('\n').map(oneLine)
  const identifiesText = (line: string) => /[\p{L}\p{N}]/u.test(line) && line.replace(/^#+ /, '') !== title
  return shorten(lines.find(identifiesText) ?? oneLine(content), excerptMax)
}

function withoutRepeats(records: OwnRecord[]): OwnRecord[] {
  const byKey = new Map<string, OwnRecord>()
  for (const item of records) if (!byKey.has(textKeyOf(item))) byKey.set(textKeyOf(item), item)
  return [...byKey.values()]
}

/** Returns a key that is the same for two rows of a file with the same prompt. */
function textKeyOf({ record }: OwnRecord): string {
  return JSON.stringify([record.title, record.content])
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
      `You can import ${formatNumber(transferLimits.dayMax)} prompts a day. Import the rest in ${Math.ceil(retryAfter / 3600)} h.`,
      { retryAfter },
    )
  }
}

/** A file to store: its new records and their statuses, all accepted records, and possible origins of forks by id. */
type FileToStore = {
  newRecords: OwnRecord[]
  statuses: NewStatus[]
  accepted: OwnRecord[]
  origins: Map<string, Origin>
}

async function store(
  tx: Tx,
  member: Member,
  { newRecords, statuses, accepted, origins }: FileToStore,
  { requestedStatus, now, onPublished }: WriteContext & { requestedStatus: PromptFile['status'] },
): Promise<(InsertedPrompt | null)[]> {
  // The categories were read before this transaction. This loop locks them, so that they can't be deleted.
  for (const category of new Set(newRecords.map(({ record }) => record.category)))
    await getCategoryIdOrThrow(tx, category)
  const detectLanguage = await loadLanguageDetector()
  const drafts: PromptDraft[] = []
  for (const [index, { record, licence, categoryId, importKey }] of newRecords.entries()) {
    const { credit, language, category: _, original: __, exported: ___, notes: ____, ...written } = record
    drafts.push({
      id: newId(),
      ...written,
      tags: [...new Set(written.tags)],
      models: [...new Set(written.models)],
      categoryId,
      userId: member.id,
      credit: credit?.toLowerCase() === member.username.toLowerCase() ? null : credit,
      ...(!hasRole(member, 'admin') && { importedBy: member.id }),
      licence,
      language: language ?? detectLanguage(written.content),
      forkOf: null,
      status: statuses[index] ?? requestedStatus,
      featured: false,
      importKey,
      createdAt: now,
    })
  }
  const inserted = await insertPrompts(tx, drafts, onPublished)
  await linkForks(tx, forksOf(newRecords, inserted, { accepted, origins }))
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
    if (item.record.exported && id) ids.set(item.record.exported.id, id)
  }
  for (const item of accepted) addId(item, item.known?.id)
  for (const [index, item] of newRecords.entries()) addId(item, inserted[index]?.id)
  return newRecords.flatMap(({ record }, index) => {
    const id = inserted[index]?.id
    const forkOf = ids.get(record.exported?.forkOf ?? '')
    return id && forkOf ? [{ id, forkOf }] : []
  })
}
