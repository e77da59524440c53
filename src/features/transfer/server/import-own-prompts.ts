import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { getCategoryIdOrThrow } from '#features/catalogue/server/category-queries.ts'
import { loadLanguageDetector } from '#features/catalogue/server/eld.ts'
import { type InsertedPrompt, insertPrompts, type PromptDraft } from '#features/catalogue/server/insert-prompts.ts'
import { linkForks } from '#features/catalogue/server/link-forks.ts'
import { mustWait } from '#features/catalogue/server/wait-for-moderation.ts'
import type { WriteContext } from '#features/catalogue/server/write-context.ts'
import { type Actor, hasRole, type Member, requireMember } from '#server/platform/actor.ts'
import { recordAuditEntry } from '#server/platform/audit.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Limits } from '#server/platform/limits.ts'
import type { ImportAnswer, PromptFile } from '../contract.ts'
import { transferLimits } from '../rules.ts'
import type { Origin } from './own-copy-queries.ts'
import { type OwnRecord, readOwnRecords } from './own-record-queries.ts'
import { importedPromptsPerMember, importsPerMember } from './transfer-limits.ts'

/**
 * Imports a file's prompts as the member's own, as drafts or published. Invalid rows are returned with line and reason;
 * the rest is imported. A prompt with the title and text of one of the member's own is skipped, so a repeated import
 * changes nothing. AppError authentication_required, validation_failed, rate_limited.
 */
export async function importOwnPrompts(
  db: Db,
  actor: Actor,
  file: PromptFile,
  context: WriteContext,
): Promise<ImportAnswer> {
  const member = requireMember(actor)
  await context.limits.take(importsPerMember, member.id)
  const { accepted, refused, origins } = await readOwnRecords(db, member, file)
  const newRecords = withoutRepeats(accepted.filter(({ known }) => known === null))
  let storedRecords = new Set(newRecords)
  if (!file.preview && newRecords.length > 0) {
    await takeFromDailyLimit(context.limits, member.id, newRecords.length)
    const inserted = await inTransaction(db, (tx) =>
      store(tx, member, { newRecords, accepted, origins }, { ...context, requested: file.status }),
    )
    storedRecords = new Set(newRecords.filter((_, index) => inserted[index]))
  }
  return {
    created: storedRecords.size,
    known: accepted.length - storedRecords.size,
    refused,
    taken: accepted.map((item) => ({
      line: item.line,
      ...(item.file !== undefined && { file: item.file }),
      title: item.record.title,
      category: item.record.category,
      // The second row of a prompt that occurs twice in the file counts as known.
      known: storedRecords.has(item) ? null : (item.known?.status ?? file.status),
      notes: item.notes,
    })),
  }
}

function withoutRepeats(records: OwnRecord[]): OwnRecord[] {
  const byKey = new Map<string, OwnRecord>()
  for (const item of records) {
    const { title, content } = item.record
    const key = JSON.stringify([title, content])
    if (!byKey.has(key)) byKey.set(key, item)
  }
  return [...byKey.values()]
}

/** Counts prompts toward the daily limit. A refused import doesn't count. AppError rate_limited. */
async function takeFromDailyLimit(limits: Limits, memberId: string, count: number): Promise<void> {
  try {
    await limits.take(importedPromptsPerMember, memberId, count)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'rate_limited')) throw error
    await limits.giveBack(importedPromptsPerMember, memberId, count)
    const { retryAfter = 0 } = error.details
    throw new AppError(
      'rate_limited',
      `You can import ${transferLimits.dayMax} prompts a day. Import the rest in ${Math.ceil(retryAfter / 3600)} h.`,
      { retryAfter },
    )
  }
}

type Batch = { newRecords: OwnRecord[]; accepted: OwnRecord[]; origins: Map<string, Origin> }

async function store(
  tx: Tx,
  member: Member,
  { newRecords, accepted, origins }: Batch,
  { requested, now, moderation, onPublished }: WriteContext & { requested: PromptFile['status'] },
): Promise<(InsertedPrompt | null)[]> {
  await lockWriter(tx, member)
  // The categories were read before this transaction. From here on they are locked against deletion.
  for (const category of new Set(newRecords.map(({ record }) => record.category)))
    await getCategoryIdOrThrow(tx, category)
  const detectLanguage = await loadLanguageDetector()
  const drafts: PromptDraft[] = []
  for (const { record, licence, categoryId, importKey } of newRecords) {
    const { credit, language, category: _, original: __, exported: ___, notes: ____, ...written } = record
    const isPending = requested === 'published' && (await mustWait(tx, moderation, member, written, null))
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
      status: isPending ? 'pending' : requested,
      featured: false,
      importKey,
      createdAt: now,
    })
  }
  const inserted = await insertPrompts(tx, drafts, onPublished)
  await linkForks(tx, forksOf(newRecords, inserted, { accepted, origins }))
  const created = inserted.filter(Boolean).length
  if (created > 0)
    await recordAuditEntry(tx, member, { action: 'prompts.import', details: { created, status: requested } })
  return inserted
}

/** The origin of each new fork: an imported prompt of the same file, or an existing prompt. */
function forksOf(
  newRecords: OwnRecord[],
  inserted: (InsertedPrompt | null)[],
  { accepted, origins }: Pick<Batch, 'accepted' | 'origins'>,
) {
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
