import { sql } from 'kysely'
import { lockActingAdmin } from '#features/accounts/server/lock-account-status.ts'
import { handToGroup } from '#features/approvals/server/review-due.ts'
import { getCategoryIdOrThrow, readCategoryNames } from '#features/catalogue/server/category-queries.ts'
import { insertPrompts, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { storePromptChange, type WriteContext } from '#features/catalogue/server/stored/store-prompt-change.ts'
import { lockPromptOrThrow, type StoredPrompt } from '#features/catalogue/server/stored/stored-prompt.ts'
import type { GroupEdit } from '#features/groups/contract.ts'
import { editGroup } from '#features/groups/server/edit-group.ts'
import { hasGroupRight } from '#features/groups/server/group-membership.ts'
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
import { type FilePrompt, type GroupHead, writtenOf } from '../group-file-rules.ts'
import type { HashedPrompt } from './group-file-process.ts'
import { findKnown, planChange } from './import-plan.ts'
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
 * Imports a group's file into a group, or says what that would do. The admin has to be one of the group's approvers: they
 * see what is in it, vouch for what they add, and move its protected labels. Each prompt is stored in a transaction of its
 * own, so an import that ends halfway can be repeated. Throws AppError not_found, forbidden, validation_failed,
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
  const { head, prompts } = await readUploadedGroup(body)
  const settings = settingsOf(head).filter(({ name, inFile }) => {
    return inFile !== settingsOf(group).find((one) => one.name === name)?.inFile
  })
  return inTurn(group.id, async () => {
    if (!request.isPreview && request.from === 0)
      await beginImport(context, admin, group.id, { head, prompts, request })
    const ids = (await readCategoryNames(db)).ids
    const rows: Row[] = []
    const end = performance.now() + requestMs
    let place = request.from
    for (; place < prompts.length && (rows.length === 0 || performance.now() < end); place++) {
      const read = prompts[place] as HashedPrompt
      rows.push(await importOne(context, admin, { groupId: group.id, read, ids, isPreview: request.isPreview }))
    }
    return {
      name: head.name,
      settings: settings.map(({ name, inFile }) => ({
        name,
        here: settingsOf(group).find((one) => one.name === name)?.inFile ?? '',
        inFile,
      })),
      prompts: rows,
      total: prompts.length,
      next: place < prompts.length ? place : null,
    }
  })
}

function notApprover(): AppError {
  return new AppError(
    'forbidden',
    t(
      'Only an admin who is an approver of this group imports into it. Join the group and make yourself an approver first.',
    ),
  )
}

/** Returns the settings of a group as people read them. */
function settingsOf({ description, needsApproval, reviewDays, protectedLabels }: Omit<GroupHead, 'format' | 'name'>) {
  return [
    { name: t('Description'), inFile: description },
    { name: t('Approval'), inFile: needsApproval ? t('needed') : t('not needed') },
    { name: t('Review'), inFile: plural(reviewDays, 'after {count} day', 'after {count} days') },
    { name: t('Protected labels'), inFile: protectedLabels.toSorted().join(', ') },
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

type OneImport = { groupId: string; read: HashedPrompt; ids: Map<string, string>; isPreview: boolean }

async function importOne(
  context: GroupTransferContext,
  admin: Member,
  { groupId, read, ids, isPreview }: OneImport,
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

/** Makes imports into a group wait for each other, and checks that the admin still may import. */
async function lockImport(tx: Tx, admin: Member, groupId: string): Promise<void> {
  await lockActingAdmin(tx, admin)
  await sql`select pg_advisory_xact_lock(hashtext(${`promptarium import ${groupId}`}))`.execute(tx)
  if (!(await hasGroupRight(tx, admin.id, groupId, 'approve'))) throw notApprover()
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
