import { sql } from 'kysely'
import { maySendTo } from '#features/blocks/server/block-visibility.ts'
import { ownLanguageName } from '#lib/own-language-name.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { newId } from '#platform/ids.ts'
import { cacheKeysOfLists } from './prompt-counts.ts'
import { hasIdOrSlug } from './prompt-queries.ts'
import { isCounted, isCountedAs, isLiveForUser, isVisibleTo } from './prompt-visibility.ts'
import {
  groupRightOf,
  type LockedPrompt,
  lockPromptOrThrow,
  roleOf,
  type WriterFacts,
  writerOf,
} from './stored/stored-prompt.ts'
import { publishedTranslations } from './translation-queries.ts'

/** How many published prompts may be translations of each other: each one’s page and entry in the sitemap names all. */
export const versionsMax = 40

/** Stores which prompt each fork was made from. A fork stays unlinked if that prompt isn't in the catalogue. */
export async function linkForks(tx: Tx, forks: { id: string; forkOf: string }[]): Promise<void> {
  if (forks.length === 0) return
  const { rows } = await sql<{ forkOf: string }>`
    update prompts p set fork_of = origin.id
    from jsonb_to_recordset(${JSON.stringify(forks)}) as fork(id uuid, "forkOf" uuid)
    join prompts origin on origin.id = fork."forkOf"
    where p.id = fork.id
    returning p.fork_of`.execute(tx)
  if (rows.length > 0)
    await recordContentChange(
      tx,
      rows.map(({ forkOf }) => forkOf),
    )
}

/**
 * Makes a prompt that the member may change a translation of another that they may see, and so of the other's translations
 * (both by id or slug). It leaves the set in which it was. It is trusted if the member may change the set's head too, who
 * may also trust a version that somebody else has linked. Returns its id. Throws AppError not_found, forbidden, or conflict
 * (the same prompt, the same language, or the set has a version in this language or `versionsMax`).
 */
export async function linkTranslation(
  tx: Tx,
  member: Member,
  { prompt: idOrSlug, of }: { prompt: string; of: string },
): Promise<string> {
  const id = await findIdOrThrow(tx, member, idOrSlug)
  const otherId = await findIdOrThrow(tx, member, of)
  if (id === otherId) throw new AppError('conflict', t('A prompt can’t be a translation of itself.'))
  const locked = new Map<string, LockedPrompt>()
  // In a fixed order, which prevents deadlocks.
  for (const one of [id, otherId].sort()) locked.set(one, await lockPromptOrThrow(tx, member, one))
  const [prompt, other] = [locked.get(id), locked.get(otherId)]
  if (!prompt || !other || other.status === 'deleted') throw notFound(t('This prompt'))
  const { set, isNew, isIn, versions } = await setOf(tx, otherId, id)
  const head = isNew ? other : await headOf(tx, member, otherId)
  const isTrusted = head !== null && roleOf(member, head) !== null
  const writer = isIn && isTrusted ? roleOf(member, prompt) : writerOf(member, prompt)
  if (prompt.status === 'deleted') throw new AppError('conflict', t('This prompt is deleted. Restore it first.'))
  const { language } = prompt
  if (language === other.language)
    throw new AppError(
      'conflict',
      t('Both prompts are in the same language ({language}), so neither is a translation of the other.', {
        language: ownLanguageName(language),
      }),
    )
  if (!isTrusted) await refuseBlocked(tx, member, [other, ...(head ? [head] : [])])
  if (!isIn && versions >= versionsMax) throw new AppError('conflict', fullSetProblem(other.title))
  const before = await shownWith(tx, [id, otherId])
  await refuseSecond(tx, member, { id, set, language })
  if (isNew)
    await sql`update prompts set translation_set = ${set}, translation_trusted = true where id = ${otherId}`.execute(tx)
  const { rows } = await sql<{ isLinked: boolean }>`
    update prompts set translation_set = ${set}, translation_trusted = ${isTrusted} or ${isIn} and translation_trusted
    where id = ${id}
    returning translation_set is not null as "isLinked"`.execute(tx)
  if (!rows[0]?.isLinked) {
    // The trigger has kept it out: a concurrent transaction was faster, or the other one is under takedown, and unnamed.
    await refuseSecond(tx, member, { id, set, language })
    throw secondVersionError('…', language)
  }
  await recordChange(tx, [...before, ...(await shownWith(tx, [id, otherId]))])
  if (writer === 'moderator') await recordAudit(tx, member, id)
  return id
}

/**
 * Makes imported prompts translations of others (both by id), unless they are in the same language or there are
 * `versionsMax`. They are trusted beside an original of the same author.
 */
export async function linkTranslations(tx: Tx, links: { id: string; of: string }[]): Promise<void> {
  const ids = links.flatMap(({ id, of }) => [id, of])
  if (ids.length === 0) return
  for (const { id, of } of links) {
    const { set, isNew, versions } = await setOf(tx, of, id)
    if (versions >= versionsMax) continue
    await sql`
      update prompts p set translation_set = ${set}, translation_trusted = coalesce((
        select h.user_id = p.user_id and h.group_id is null and p.group_id is null from prompts h
        where ${isNew ? sql`h.id = o.id` : sql`h.translation_set = ${set} and h.translation_trusted`}
        order by h.id <> h.translation_set, h.id limit 1), false)
      from prompts o where o.id = ${of} and p.id = ${id} and p.language <> o.language`.execute(tx)
    await sql`
      update prompts p set translation_set = ${set}, translation_trusted = true
      where p.id = ${of} and p.translation_set is null and exists (select from prompts t where t.id = ${id} and t.translation_set = ${set})`.execute(
      tx,
    )
  }
  await recordChange(tx, await shownWith(tx, ids))
}

/**
 * Takes a prompt (id or slug) out of its translations. Its writers may, and those of the set's head. A repeated call
 * changes nothing. Throws AppError not_found or forbidden.
 */
export async function unlinkTranslation(tx: Tx, member: Member, idOrSlug: string): Promise<void> {
  const prompt = await lockPromptOrThrow(tx, member, idOrSlug)
  const role = roleOf(member, prompt)
  const head = role === null ? await headOf(tx, member, prompt.id) : null
  if (role === null && (head === null || roleOf(member, head) === null)) writerOf(member, prompt)
  const shown = await shownWith(tx, [prompt.id])
  const { numAffectedRows = 0n } = await sql`
    update prompts set translation_set = null, translation_trusted = false where id = ${prompt.id} and translation_set is not null`.execute(
    tx,
  )
  if (numAffectedRows === 0n) return
  await recordChange(tx, shown)
  if (role === 'moderator') await recordAudit(tx, member, prompt.id)
}

async function findIdOrThrow(tx: Tx, member: Member, idOrSlug: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p where ${hasIdOrSlug(idOrSlug)} and ${isVisibleTo(member)}`.execute(tx)
  if (!rows[0]) throw notFound(t('This prompt'))
  return rows[0].id
}

/**
 * Returns the set of a prompt to which `id` is linked, or for a prompt without one its id, unless others are left in a set
 * of that name. `isNew`: the prompt isn't in it yet. `isIn`: `id` is. `versions`: how many others are published.
 */
async function setOf(tx: Tx, of: string, id: string) {
  const { rows } = await sql<{ set: string | null; isNew: boolean; isIn: boolean; versions: number }>`
    select coalesce(p.translation_set, case when not exists (
        select from prompts t where t.translation_set = p.id and t.id <> ${id}) then p.id end) as set,
      p.translation_set is null as "isNew",
      exists (select from prompts t where t.id = ${id} and t.translation_set = p.translation_set) as "isIn",
      (select count(*) from prompts t where t.translation_set = p.translation_set and t.id <> ${id}
        and ${isCountedAs('t')}) as versions
    from prompts p where p.id = ${of}`.execute(tx)
  const { set, ...facts } = rows[0] ?? { set: of, isNew: true, isIn: false, versions: 0 }
  return { set: set ?? newId(), ...facts }
}

/**
 * Returns what decides who may change the head of a prompt's set: its original, or else the oldest trusted one. Whoever
 * may change it decides about the others. Null without one.
 */
async function headOf(tx: Tx, member: Member, id: string): Promise<WriterFacts | null> {
  const { rows } = await sql<WriterFacts>`
    select p.user_id, p.group_id, p.status, p.status_before, ${groupRightOf(member)}
    from prompts t join prompts p on p.translation_set = t.translation_set and p.translation_trusted
    where t.id = ${id} order by p.id <> p.translation_set, p.id limit 1`.execute(tx)
  return rows[0] ?? null
}

/** Throws AppError forbidden if an author of these prompts blocked the member, which they aren't told, or the reverse. */
async function refuseBlocked(tx: Tx, member: Member, prompts: WriterFacts[]): Promise<void> {
  for (const { userId } of prompts)
    if (!(await maySendTo(tx, member, userId)))
      throw new AppError(
        'forbidden',
        t('You can’t link a translation to this prompt. You can fork it to make your own.'),
      )
}

/** Says that a prompt has as many versions as it can. */
export function fullSetProblem(title: string): string {
  return t('“{title}” has versions in {max} languages already, and can’t have more.', { title, max: versionsMax })
}

/** Throws AppError conflict if the set has another prompt in this language that the member may read. */
async function refuseSecond(
  tx: Tx,
  member: Member,
  { id, set, language }: { id: string; set: string; language: string },
): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    select p.title from prompts p where p.translation_set = ${set} and p.language = ${language} and p.id <> ${id}
      and ${isLiveForUser(member.id)} limit 1`.execute(tx)
  if (rows[0]) throw secondVersionError(rows[0].title, language)
}

function secondVersionError(title: string, language: string): AppError {
  return new AppError(
    'conflict',
    t('“{title}” is already the version in this language ({language}).', {
      title,
      language: ownLanguageName(language),
    }),
  )
}

type Shown = { id: string; categoryId: string; userId: string }

/** The published prompts among these prompts and their translations, whose pages and lists a change may affect. */
async function shownWith(tx: Tx, ids: string[]): Promise<Shown[]> {
  const { rows } = await sql<Shown>`
    select p.id, p.category_id, p.user_id from prompts p where ${isCounted}
      and p.id in (select unnest(${ids}::uuid[]) union ${publishedTranslations(ids)})`.execute(tx)
  return rows
}

async function recordChange(tx: Tx, shown: Shown[]): Promise<void> {
  if (shown.length === 0) return
  const lists = await cacheKeysOfLists(
    tx,
    shown.map((prompt) => ({ ...prompt, forkOf: null })),
  )
  await recordContentChange(tx, [...shown.map(({ id }) => id), ...lists])
}

function recordAudit(tx: Tx, member: Member, id: string): Promise<void> {
  return recordAuditEntry(tx, member, { action: 'prompt.translation', target: { kind: 'prompt', id } })
}
