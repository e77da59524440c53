import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { groupsOf } from '#features/groups/server/group-membership.ts'
import { storeLabel } from '#features/labels/server/store-label.ts'
import { normalizeVariables } from '#features/variables/variable-list-rules.ts'
import { slugify } from '#lib/slug.ts'
import { type ContentKey, recordContentChange } from '#platform/database/content-changes.ts'
import { type Tx, violatesKey } from '#platform/database/db.ts'
import type { Limits } from '#platform/limits.ts'
import { WrittenPrompt } from '../../contract.ts'
import { bandsOfText } from '../../similarity-rules.ts'
import { addToAuthorCounts } from '../author-counts.ts'
import { chooseSlugs, isPrivateSlug } from '../choose-slugs.ts'
import type { OnPublished } from '../insert-prompts.ts'
import { cacheKeysOfLists, updateCounts } from '../prompt-counts.ts'
import { filtersVersion, findImageCategory, readFilters, withStoredFilters } from '../prompt-filters.ts'
import { refuseInvalidVariables, versionColumns } from '../prompt-versions.ts'
import { publishedTranslations } from '../translation-queries.ts'
import type { Moderation } from '../wait-for-moderation.ts'
import { storeSimilarityBands } from './store-similarity-bands.ts'
import { storedFacts } from './stored-facts.ts'
import type { StoredPrompt } from './stored-prompt.ts'

/** What a write to a prompt needs besides the actor and the input. */
export type WriteContext = { now: Date; limits: Limits; moderation: Moderation; onPublished: OnPublished }

export type PromptChange = Partial<
  Omit<StoredPrompt, 'id' | 'slug' | 'authorIds' | 'version' | 'forkOf' | 'copies' | 'votes'>
>
/** `suggestedBy` is the proposer, if the change is a suggested edit that `userId` accepted. */
export type ChangeNote = { userId: string; note: string | null; suggestedBy?: string }

/** The fields whose change counts as an edit. */
const editedFields = ['categoryId' as const, ...WrittenPrompt.keyof().options]

/**
 * Stores a change to a locked prompt and updates everything that depends on it: slugs, search columns, counters and
 * cache keys. Adds a version if the category or a field of `WrittenPrompt` changed. Calls `onPublished` if the
 * prompt becomes public or shared, or is and gets a version. Returns the changed prompt. Throws AppError
 * validation_failed if the variables don't fit a changed text.
 */
export async function storePromptChange(
  tx: Tx,
  before: StoredPrompt,
  change: PromptChange,
  { userId, note, suggestedBy, now, onPublished }: ChangeNote & { now: Date; onPublished: OnPublished },
): Promise<StoredPrompt> {
  const after: StoredPrompt = { ...before, ...change }
  after.variables = normalizeVariables(after.content, after.variables)
  const isTextEdited = (['content', 'variables'] as const).some((name) => !isDeepStrictEqual(before[name], after[name]))
  if (isTextEdited) refuseInvalidVariables(after)
  const isEdited = editedFields.some((field) => !isDeepStrictEqual(before[field], after[field]))
  const isShown = after.status === 'published'
  if (isEdited) after.version++
  // Until then, this was the time since when it was shared.
  if (isUnshared(before, after) && !(await wasPublic(tx, before))) after.publishedAt = null
  const isNew = after.publishedAt === null
  if (isShown || after.status === 'shared') after.publishedAt ??= now
  await updateRow(tx, before, after, isEdited ? now : null)
  if (isRemovalReversed(before, after)) await hideRemovedText(tx, before, after)
  if (isEdited) await addVersion(tx, after, { userId, note, suggestedBy, now })
  else if (isLive(after) && before.status !== after.status) await showVersion(tx, after)
  // What was the group's alone stays hidden from the groups with which its author may share the prompt later.
  if (before.groupId !== null && after.groupId === null) await forgetSharing(tx, after)
  if (before.groupId !== after.groupId) await removeProtectedLabels(tx, after, { userId, now })
  if (after.content !== before.content) {
    await storeSimilarityBands(tx, [{ id: after.id, bands: bandsOfText(after.content) }])
  }
  if (isLive(after) && (isEdited || before.status !== after.status)) {
    const kind = isNew ? ('prompt-new' as const) : ('prompt-version' as const)
    const news = kind === 'prompt-new' || isEdited ? { kind, by: userId, at: now } : null
    await onPublished(tx, [{ ...after, news }])
  }
  const keys = await keysOf(tx, before, after)
  await updateCounts(tx, { before: ifPublished(before), after: ifPublished(after) })
  if (keys.length > 0) await recordContentChange(tx, keys)
  return after
}

function ifPublished(prompt: StoredPrompt): StoredPrompt[] {
  return prompt.status === 'published' ? [prompt] : []
}

/** Tells whether a prompt is for groups alone, also while it waits to be published for everybody, or is out of use. */
function isOfGroupsOnly({ status, groupId }: StoredPrompt): boolean {
  return groupId !== null && status !== 'published'
}

/** Tells whether a changed prompt needs another slug: for another title, for groups alone, or for everybody. */
function needsSlug(before: StoredPrompt, after: StoredPrompt): boolean {
  if (slugify(after.title) !== slugify(before.title)) return true
  if (isPrivateSlug(before.slug)) return after.status === 'published'
  return isOfGroupsOnly(after) && before.publishedAt === null
}

/** Updates the row, with another slug if it needs one. `editedAt` is null if nothing was edited. */
async function updateRow(tx: Tx, before: StoredPrompt, after: StoredPrompt, editedAt: Date | null): Promise<void> {
  const edited = editedAt && (await editedColumns(tx, after, editedAt))
  const write = (slug: string) =>
    tx
      .updateTable('prompts')
      .set({
        slug,
        categoryId: after.categoryId,
        userId: after.userId,
        groupId: after.groupId,
        groupIds: after.groupIds,
        status: after.status,
        removedReason: after.removedReason,
        featured: after.featured,
        statusBefore: after.statusBefore,
        publishedAt: after.publishedAt,
        deletedAt: after.deletedAt,
        deletedBy: after.deletedBy,
        ...edited,
      })
      .where('id', '=', after.id)
      .execute()

  if (!needsSlug(before, after)) {
    await write(before.slug)
    return
  }
  for (let round = 0; ; round++) {
    const [slug = ''] = await chooseSlugs(
      tx,
      [{ title: after.title, id: after.id, isPrivate: isOfGroupsOnly(after) }],
      round,
    )
    await sql`savepoint slug`.execute(tx)
    try {
      await write(slug)
    } catch (error) {
      // Another transaction has taken the slug since it was chosen.
      if (!violatesKey(error, 'prompts_slug_key')) throw error
      await sql`rollback to savepoint slug`.execute(tx)
      continue
    }
    after.slug = slug
    await tx.deleteFrom('promptFormerSlugs').where('slug', '=', slug).execute()
    // Nobody else knows the URL of a prompt that was never published.
    if (before.publishedAt) {
      await tx.insertInto('promptFormerSlugs').values({ slug: before.slug, promptId: after.id }).execute()
    }
    return
  }
}

async function editedColumns(tx: Tx, after: StoredPrompt, updatedAt: Date) {
  const { filters, picture } = readFilters(after, await findImageCategory(tx))
  return {
    ...WrittenPrompt.parse(after),
    ...storedFacts(after),
    filters: withStoredFilters(filters),
    picture,
    filtersVersion,
    language: after.language,
    version: after.version,
    updatedAt,
  }
}

async function addVersion(
  tx: Tx,
  prompt: StoredPrompt,
  { userId, note, suggestedBy, now }: ChangeNote & { now: Date },
) {
  await tx
    .insertInto('promptVersions')
    .values({
      promptId: prompt.id,
      version: prompt.version,
      ...versionColumns(prompt),
      userId,
      note,
      shown: prompt.status === 'published',
      shared: prompt.status === 'shared',
      createdAt: now,
    })
    .execute()
  if (suggestedBy === undefined) return
  const { id: promptId, version } = prompt
  await tx.insertInto('promptVersionCredits').values({ promptId, version, userId: suggestedBy }).execute()
  await addToAuthorCounts(tx, [{ authorId: suggestedBy, edits: 1 }], now)
}

/**
 * Tells whether the change reverses a removal. The prompt is then visible again or, if its author deleted it, can be
 * restored.
 */
function isRemovalReversed(before: StoredPrompt, after: StoredPrompt): boolean {
  const wasRemoved = before.status === 'removed' || before.removedReason !== null
  return wasRemoved && after.status !== 'removed' && after.removedReason === null
}

/**
 * If a removed prompt is published again with another text, hides its former versions from everybody except its author
 * and admins. If the text is the same, its history stays public.
 */
async function hideRemovedText(tx: Tx, { id, version }: StoredPrompt, after: StoredPrompt) {
  const { columns, values } = tupleOf(versionColumns(after))
  await sql`
    with removed_version as (
      select ${columns} from prompt_versions
      where prompt_id = ${id} and version <= ${version} and shown order by version desc limit 1
    )
    update prompt_versions set shown = false where prompt_id = ${id} and shown and exists (
      select from removed_version where (${columns}) <> (${values}))`.execute(tx)
}

function tupleOf(fields: ReturnType<typeof versionColumns>) {
  return {
    columns: sql.join(Object.keys(fields).map((name) => sql.id(name))),
    values: sql.join(Object.values(fields)),
  }
}

function isLive({ status }: StoredPrompt): boolean {
  return status === 'published' || status === 'shared'
}

/** Marks the current version as one that everybody, or the prompt's groups, may read. */
async function showVersion(tx: Tx, { id, version, status }: StoredPrompt) {
  await tx
    .updateTable('promptVersions')
    .set(status === 'published' ? { shown: true } : { shared: true })
    .where('promptId', '=', id)
    .where('version', '=', version)
    .execute()
}

async function forgetSharing(tx: Tx, { id }: StoredPrompt) {
  await tx
    .updateTable('promptVersions')
    .set({ shared: false })
    .where('promptId', '=', id)
    .where('shared', '=', true)
    .execute()
}

/**
 * Removes the labels that the prompt's group protects: whoever put them there wasn't one of its approvers then. Unless
 * one of them brings the prompt into the group.
 */
async function removeProtectedLabels(tx: Tx, { id, groupId }: StoredPrompt, by: { userId: string; now: Date }) {
  const { rows } = await sql<{ label: string }>`
    select l.label from prompt_labels l join groups g on g.id = ${groupId}
    where l.prompt_id = ${id} and l.label = any (g.protected_labels)
      and not g.id = any (${groupsOf(by.userId, 'approve')})`.execute(tx)
  for (const { label } of rows) await storeLabel(tx, { promptId: id, label, version: null }, by)
}

function isUnshared(before: StoredPrompt, after: StoredPrompt): boolean {
  return before.status === 'shared' && after.status !== 'shared' && after.status !== 'deleted'
}

/** Tells whether everybody could ever read a prompt. */
async function wasPublic(tx: Tx, { id }: StoredPrompt): Promise<boolean> {
  const { rows } = await sql`select from prompt_versions where prompt_id = ${id} and shown limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Returns the cache keys of the prompt, of its forks and translations, and of the lists that it was or is in. Returns none if it neither
 * was nor is public.
 */
async function keysOf(tx: Tx, before: StoredPrompt, after: StoredPrompt): Promise<ContentKey[]> {
  const published = [...ifPublished(before), ...ifPublished(after)]
  if (published.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p where p.fork_of = ${after.id} union ${publishedTranslations([after.id])}`.execute(tx)
  return [after.id, ...rows.map((row) => row.id), ...(await cacheKeysOfLists(tx, published))]
}
