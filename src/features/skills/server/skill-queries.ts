import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { hasIdOrSlug } from '#features/catalogue/server/prompt-queries.ts'
import { withVersionAt } from '#features/catalogue/server/prompt-versions.ts'
import { isLiveFor, isPublished, isSharedWith } from '#features/catalogue/server/prompt-visibility.ts'
import { getCollectionIdOrThrow } from '#features/collections/server/collection-queries.ts'
import { noSuchLabel, requestedLabelOf } from '#features/labels/server/label-queries.ts'
import { idOrSlugOf, promptNameOf } from '#features/mcp/prompt-name-rules.ts'
import type { ExportedPrompt } from '#features/transfer/export-rules.ts'
import { type LabelRequest, readExport } from '#features/transfer/server/export-prompts.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { skillLimits } from '../rules.ts'

/** Whose skills a list has: those of the site that are marked as skills, a collection's prompts, or one prompt. */
export type SkillScope = { kind: 'site' } | { kind: 'collection' | 'prompt'; slug: string }

/** Who reads skills. With a label, only those that have it, as they are in the version with the label. */
export type SkillReading = { reader: Actor; label: string | undefined }

/** A prompt that is live for the reader, under its unique name as a skill. */
export type Skill = { name: string; prompt: ExportedPrompt }

/**
 * Returns what `describe` makes of each published skill: those of the site most recently published first, those of a
 * collection in its order. Texts are read a few at a time, and never all kept. Throws AppError not_found.
 */
export async function listSkills<Entry>(
  db: Db,
  reading: SkillReading,
  scope: SkillScope,
  describe: (skill: Skill) => Promise<Entry>,
): Promise<Entry[]> {
  const at = labelRequestOf(reading)
  const labelled = at ? withVersionAt(at.label, at.reader) : sql``
  const { rows } = await sql<{ id: string }>`
    select p.id from prompts p ${labelled} ${await listed(db, reading.reader, scope)}
    limit ${skillLimits.listed}`.execute(db)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0 && scope.kind === 'prompt') throw at ? noSuchLabel(at.label) : notFound(t('This prompt'))
  const entries = new Map<string, Entry>()
  let last: string | null = null
  do {
    const prompts = await readExport(db, sql`(${isLiveFor(reading.reader)} and p.id = any(${ids}))`, last, { at })
    for (const prompt of prompts) {
      await yieldToEventLoop()
      entries.set(prompt.id, await describe(toSkill(prompt)))
    }
    last = prompts.at(-1)?.id ?? null
  } while (last !== null)
  return ids.flatMap((id) => entries.get(id) ?? [])
}

/** Returns a prompt that is live for the reader, by its name as a skill, or by a former one. Throws AppError not_found. */
export async function getSkillOrThrow(db: Db, reading: SkillReading, name: string): Promise<Skill> {
  const at = labelRequestOf(reading)
  const [prompt] = await readExport(db, sql`(${isLiveFor(reading.reader)} and ${isNamed(idOrSlugOf(name))})`, null, {
    at,
  })
  if (!prompt) throw at ? noSuchLabel(at.label) : notFound(t('This skill'))
  return toSkill(prompt)
}

function labelRequestOf({ reader, label: requested }: SkillReading): LabelRequest | null {
  const label = requestedLabelOf(requested)
  return label === null ? null : { label, reader }
}

/** Leaves out the labels: agents would have to install the same text again whenever one of them moves. */
function toSkill(prompt: ExportedPrompt): Skill {
  return { name: promptNameOf(prompt), prompt: { ...prompt, labels: [] } }
}

/** The SQL condition for the prompt (`p`) with this id, current slug or former slug. */
function isNamed(idOrSlug: string): RawBuilder<boolean> {
  return sql`(${hasIdOrSlug(idOrSlug)} or p.id = (select prompt_id from prompt_former_slugs where slug = ${idOrSlug}))`
}

/** Returns the SQL after `from prompts p`. Throws AppError not_found. */
async function listed(db: Db, reader: Actor, scope: SkillScope): Promise<RawBuilder<unknown>> {
  if (scope.kind === 'site') {
    const isShown = reader.kind === 'user' ? sql`p.id = any(${newestFor(reader.id)})` : isPublished
    return sql`where ${isShown} and p.skill order by p.published_at desc, p.id desc`
  }
  if (scope.kind === 'prompt') return sql`where ${isLiveFor(reader)} and ${isNamed(scope.slug)}`
  const collectionId = await getCollectionIdOrThrow(db, reader, scope.slug)
  return sql`join collection_items i on i.prompt_id = p.id and i.collection_id = ${collectionId}
    where ${isLiveFor(reader)} order by i.position`
}

/** SQL for the ids of the newest skills that everybody sees, and of those that are shared with a group of the user. */
function newestFor(userId: string): RawBuilder<string[]> {
  const newestOf = (condition: RawBuilder<boolean>) => sql`array(
    select p.id from prompts p where ${condition} and p.skill order by p.published_at desc, p.id desc limit ${skillLimits.listed})`
  return sql`${newestOf(isPublished)} || ${newestOf(isSharedWith(userId))}`
}
