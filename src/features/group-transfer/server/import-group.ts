import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { handToGroup } from '#features/approvals/server/review-due.ts'
import { getCategoryIdOrThrow, readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { insertPrompts, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { storePromptChange, type WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { GroupEdit } from '#features/groups/contract.ts'
import { editGroup } from '#features/groups/server/edit-group.ts'
import { getGroup } from '#features/groups/server/group-queries.ts'
import { storeLabel } from '#features/labels/server/store-label.ts'
import { insertCase } from '#features/prompt-tests/server/add-case.ts'
import { refuseBrokenChecks } from '#features/prompt-tests/server/run-checks.ts'
import type { OnLabelMoved } from '#features/writing/server/move-label.ts'
import { plural, t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Platform } from '#platform/api.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { LimitRule } from '#platform/limits.ts'
import { createKeyedQueue } from '#platform/work/work-queue.ts'
import type { GroupImport } from '../contract.ts'
import { type FilePrompt, type GroupHead, type ReadCollection, writtenOf } from '../group-file-rules.ts'
import type { HashedPrompt } from './group-file-process.ts'
import { importCollection } from './import-collection.ts'
import { findKnown, planChange } from './import-plan.ts'
import { lockImport, notApprover } from './lock-import.ts'
import { readUploadedGroup } from './read-group-file.ts'

export type GroupTransferContext = Pick<Platform, 'db' | 'limits' | 'now'> & {
  writing: Pick<WriteContext, 'onPublished'> & { onLabelMoved: OnLabelMoved }
}

type ImportRequest = { slug: string; isPreview: boolean; takesSettings: boolean; from: number }
type Row = GroupImport['prompts'][number]
/** `categoryId`: the category that the file names. */
type Valid = Extract<HashedPrompt, { prompt: FilePrompt }> & { categoryId: string }

/** How many times an hour an admin may send a group's file, or send it again for its next part. */
const importsPerAdmin: LimitRule = { name: 'group-import', points: 300, seconds: 3600 }
/** For how long a request goes on with further prompts, in ms. */
const requestMs = 15_000
/** Imports into a group run one after the other. */
const inTurn = createKeyedQueue()

/**
 * Imports a group's file into a group, or says what that would do, first its prompts and then its collections. The admin
 * has to be one of the group's approvers: they see what is in it, vouch for what they add, and move its protected labels.
 * Each is stored in a transaction of its own, so an import that ends halfway can be repeated. Throws AppError not_found, forbidden, validation_failed,
 * body_too_large, overloaded or rate_limited.
 */
export async function importGroup(
  context: GroupTransferContext,
  admin: Member,
  request: ImportRequest,
  body: ReadableStream<Uint8Array> | null,
): Promise<GroupImport> {
  const { db, limits } = context
  await limits.take(importsPerAdmin, admin.id)
  const group = await getGroup(db, admin, request.slug)
  if (group.role !== 'approver') throw notApprover()
  const { head, prompts, collections } = await readUploadedGroup(body)
  const here = settingsOf(group)
  const settings = settingsOf(head)
    .map(({ name, value }, index) => ({ name, here: here[index]?.value ?? '', inFile: value }))
    .filter((setting) => setting.here !== setting.inFile)
  return inTurn(group.id, async () => {
    if (!request.isPreview && request.from === 0)
      await beginImport(context, admin, group.id, { head, prompts, request })
    const ids = (await readCategoryNames(db)).ids
    const done: { prompts: Row[]; collections: Row[] } = { prompts: [], collections: [] }
    const known = { isPreview: request.isPreview, groupId: group.id }
    const total = prompts.length + collections.length
    const end = performance.now() + requestMs
    let place = request.from
    for (; place < total && (place === request.from || performance.now() < end); place++) {
      const read = prompts[place]
      if (read) done.prompts.push(await importPrompt(context, admin, { ...known, read, ids }))
      else {
        const collection = collections[place - prompts.length] as ReadCollection
        done.collections.push(await importCollection(context, admin, { ...known, group, read: collection, prompts }))
      }
    }
    return {
      name: head.name,
      settings,
      ...done,
      total,
      next: place < total ? place : null,
    }
  })
}

/** Returns the settings of a group as people read them. */
function settingsOf({ description, needsApproval, reviewDays, protectedLabels }: Omit<GroupHead, 'format' | 'name'>) {
  return [
    { name: t('Description'), value: description },
    { name: t('Approval'), value: needsApproval ? t('needed') : t('not needed') },
    { name: t('Review'), value: plural(reviewDays, 'after {count} day', 'after {count} days') },
    { name: t('Protected labels'), value: protectedLabels.toSorted().join(', ') },
  ]
}

async function beginImport(
  { db }: GroupTransferContext,
  admin: Member,
  groupId: string,
  { head, prompts, request }: { head: GroupHead; prompts: HashedPrompt[]; request: ImportRequest },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockActingAdmin(tx, admin)
    const { description, needsApproval, reviewDays, protectedLabels } = head
    const edit: GroupEdit = { description, needsApproval, reviewDays, protectedLabels }
    if (request.takesSettings) await editGroup(tx, admin, request.slug, edit)
    await recordAuditEntry(tx, admin, {
      action: 'group.import',
      target: { kind: 'group', id: groupId },
      details: { prompts: prompts.length },
    })
  })
}

type PromptImport = { groupId: string; read: HashedPrompt; ids: Map<string, string>; isPreview: boolean }

async function importPrompt(
  context: GroupTransferContext,
  admin: Member,
  { groupId, read, ids, isPreview }: PromptImport,
): Promise<Row> {
  const { file, title } = read
  const row = (result: Row['result'], notes: string[]): Row => {
    return { file, title, result, notes, owner: 'prompt' in read ? read.prompt.owner : null }
  }
  if ('problem' in read) return row('refused', [read.problem])
  const categoryId = ids.get(read.prompt.category)
  if (categoryId === undefined)
    return row('refused', [
      t('There is no category “{category}” here. An admin can create it.', { category: read.prompt.category }),
    ])
  try {
    for (const { checks } of read.prompt.tests) await refuseBrokenChecks(checks)
    const valid = { ...read, categoryId }
    return await inTransaction(context.db, async (tx) => {
      if (!isPreview) await lockImport(tx, admin, groupId)
      const known = await findKnown(tx, groupId, read.prompt.key)
      if (!known) {
        if (!isPreview) await insertNew(tx, context, admin, groupId, valid)
        return row('new', read.prompt.retired ? [t('It is out of use.')] : [])
      }
      if (!['shared', 'published', 'draft'].includes(known.status))
        return row('refused', [
          t('It was deleted or removed here, or waits for a moderator. That has to be decided first.'),
        ])
      if (!isPreview) await lockPromptOrThrow(tx, admin, known.id)
      const plan = await planChange(tx, known.id, valid)
      if (plan.notes.length === 0) return row('same', [])
      if (!isPreview) await applyChange(tx, context, admin, valid, plan)
      return row('changed', plan.notes)
    })
  } catch (error) {
    // What doesn't fit, or would be one label too many, concerns this prompt alone.
    if (!(error instanceof AppError && ['validation_failed', 'conflict'].includes(error.code))) throw error
    return row('refused', [error.message])
  }
}

async function insertNew(
  tx: Tx,
  context: GroupTransferContext,
  admin: Member,
  groupId: string,
  { prompt, categoryId }: Valid,
): Promise<void> {
  const { now, writing } = context
  const [first, ...later] = prompt.versions
  if (!first) return
  await getCategoryIdOrThrow(tx, prompt.category)
  const credit = prompt.credit?.toLowerCase() === admin.username.toLowerCase() ? null : prompt.credit
  const draft = {
    ...writtenOf(prompt, first),
    note: first.note,
    categoryId,
    userId: admin.id,
    groupId,
    groupIds: [groupId],
    credit,
    importedBy: admin.id,
    language: prompt.language,
    forkOf: null,
    status: 'shared' as const,
    featured: false,
    importKey: null,
    createdAt: timeOf(first, now()),
    publishedAt: now(),
  }
  const [inserted] = await insertPrompts(tx, await prepareDrafts(tx, [draft]), writing.onPublished)
  if (!inserted) throw new Error('insertPrompts skipped a new prompt, although it skips only imported prompts.')
  const { id } = inserted
  let stored: StoredPrompt = await lockPromptOrThrow(tx, admin, id)
  for (const version of later)
    stored = await storePromptChange(tx, stored, writtenOf(prompt, version), {
      userId: admin.id,
      note: version.note,
      now: timeOf(version, now()),
      onPublished: writing.onPublished,
    })
  await addLabelsAndTests(tx, context, admin, { promptId: id, labels: prompt.labels, tests: prompt.tests })
  await handToGroup(tx, id, now())
  if (prompt.retired)
    await storePromptChange(
      tx,
      stored,
      { status: 'draft' },
      { userId: admin.id, note: null, now: now(), onPublished: writing.onPublished },
    )
  await tx
    .insertInto('groupImportKeys')
    .values({ groupId, key: prompt.key, promptId: id })
    .onConflict((conflict) => conflict.columns(['groupId', 'key']).doUpdateSet({ promptId: id }))
    .execute()
}

/** Returns when a version was written, as the file says, but never in the future. */
function timeOf({ createdAt }: { createdAt: string }, now: Date): Date {
  return new Date(Math.min(Date.parse(createdAt), now.getTime()))
}

async function applyChange(
  tx: Tx,
  context: GroupTransferContext,
  admin: Member,
  { prompt }: Valid,
  { before, change, versions, labels, tests }: Awaited<ReturnType<typeof planChange>>,
): Promise<void> {
  const { now, writing } = context
  const by = { userId: admin.id, now: now(), onPublished: writing.onPublished }
  let stored = before
  for (const version of versions)
    stored = await storePromptChange(
      tx,
      stored,
      { ...change, ...writtenOf(prompt, version), language: prompt.language },
      { ...by, note: version.note },
    )
  if (versions.length === 0 && Object.keys(change).length > 0)
    await storePromptChange(tx, stored, change, { ...by, note: null })
  await addLabelsAndTests(tx, context, admin, { promptId: before.id, labels, tests })
}

async function addLabelsAndTests(
  tx: Tx,
  { now, writing }: GroupTransferContext,
  admin: Member,
  { promptId, labels, tests }: { promptId: string } & Pick<FilePrompt, 'labels' | 'tests'>,
): Promise<void> {
  for (const { label, version } of labels) {
    const { from, isMoved } = await storeLabel(tx, { promptId, label, version }, { userId: admin.id, now: now() })
    if (isMoved) await writing.onLabelMoved(tx, { promptId, label, from, to: version }, now())
  }
  for (const test of tests) await insertCase(tx, { promptId, userId: admin.id, status: 'accepted' }, test, now())
}
