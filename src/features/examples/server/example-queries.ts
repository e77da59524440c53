import { type RawBuilder, sql } from 'kysely'
import { getPromptTextOrThrow } from '#features/catalogue/server/prompt-queries.ts'
import { isPublished, type NamedPrompt, promptNameFor } from '#features/catalogue/server/prompt-visibility.ts'
import type { Page } from '#lib/http-contract.ts'
import type { Actor, Member } from '#platform/actor.ts'
import { countUpTo } from '#platform/database/count-up-to.ts'
import type { Db } from '#platform/database/db.ts'
import { cursorKeys, cutPage, readCursor } from '#platform/paging.ts'
import type { Example, UserExample } from '../contract.ts'
import { privateSrc, publicSrc } from './picture-addresses.ts'

export type ExampleRow = Omit<Example, 'user' | 'pictures' | 'createdAt'> & {
  username: string
  pictures: { key: string; width: number; height: number; alt: string }[]
  isShown: boolean
  createdAt: Date
}

type PageRequest = { limit: number; cursor?: string }

/**
 * The condition for what everybody may see, with examples as `e` and prompts as `p`: published examples of published
 * prompts, unless all work of the example's author is being taken down.
 */
export const isShown = sql<boolean>`(e.status = 'published' and ${isPublished}
  and not e.user_id = any (array(select user_id from takedowns)))`

/** The condition that a prompt (`p`) has published examples, even if their author's work is being taken down. */
export const hasExamples = sql<boolean>`exists (
  select from examples e where e.prompt_id = p.id and e.status = 'published')`

/** The columns of an `ExampleRow`. Use them with `exampleSource`. */
export const exampleColumns: RawBuilder<ExampleRow> = sql`
  e.id, e.prompt_id, u.display_username as username, e.model, e.made_on::text as made_on, e.settings, e.source, e.text, e.status,
  e.removed_reason, e.created_at, ${isShown} as is_shown, (
    select coalesce(jsonb_agg(jsonb_build_object('key', i.key, 'width', i.width, 'height', i.height, 'alt', i.alt)
      order by i.place), '[]') from example_pictures i where i.example_id = e.id) as pictures`
/** The FROM clause for examples as `e`, with prompts as `p` and users as `u`. */
export const exampleSource = sql`examples e join prompts p on p.id = e.prompt_id join users u on u.id = e.user_id`

/** Converts a row to the contract's Example. Pictures that aren't public get addresses that require permission. */
export function toExample({ username, isShown, pictures, createdAt, ...row }: ExampleRow): Example {
  const srcOf = isShown ? publicSrc : privateSrc
  const { id, promptId, model, madeOn, settings, source, text, status, removedReason } = row
  return {
    ...{ id, promptId, user: { username }, model, madeOn, settings, source, text, status, removedReason },
    pictures: pictures.map(({ key, ...picture }) => ({ src: srcOf(key), ...picture })),
    createdAt: createdAt.toISOString(),
  }
}

/**
 * Returns a page of the public examples of a prompt (id or slug), newest first. Throws AppError not_found (the actor
 * may not see the prompt), validation_failed (an invalid cursor).
 */
export async function listExamples(db: Db, actor: Actor, idOrSlug: string, page: PageRequest): Promise<Page<Example>> {
  const { id } = await getPromptTextOrThrow(db, actor, idOrSlug)
  return readPage(db, `examples ${id}`, sql`e.prompt_id = ${id} and ${isShown}`, page, toExample)
}

/**
 * Returns a page of what a member (by name in any letter case) got from prompts, newest first, as everybody may see it.
 * Throws AppError validation_failed (an invalid cursor).
 */
export function listUserExamples(db: Db, username: string, page: PageRequest): Promise<Page<UserExample>> {
  const where = sql`u.username = ${username} and e.source is null and ${isShown}`
  return readPage(db, `examples by ${username.toLowerCase()}`, where, page, (row) => ({
    ...toExample(row),
    prompt: { id: row.promptId, slug: row.slug, title: row.title, language: row.language },
  }))
}

/** Returns a page of a member's own examples in any status, newest first. `prompt` limits it to one prompt (id). */
export function listOwnExamples(
  db: Db,
  { id }: Member,
  { prompt, ...page }: PageRequest & { prompt?: string },
): Promise<Page<Example>> {
  const ofPrompt = prompt ? sql`and e.prompt_id = ${prompt}` : sql``
  return readPage(db, `own examples ${id} ${prompt ?? ''}`, sql`e.user_id = ${id} ${ofPrompt}`, page, toExample)
}

type PageRow = ExampleRow & UserExample['prompt'] & { position: string }

async function readPage<Item>(
  db: Db,
  listName: string,
  where: RawBuilder<unknown>,
  { limit, cursor }: PageRequest,
  toItem: (row: PageRow) => Item,
): Promise<Page<Item>> {
  const start = readCursor(listName, cursor, cursorKeys.time)
  const after = start ? sql`and (e.created_at, e.id) < (${start.key}::timestamptz, ${start.id}::uuid)` : sql``
  const { rows } = await sql<PageRow>`
    select ${exampleColumns}, p.slug, p.title, p.language, e.created_at::text as position from ${exampleSource} where ${where} ${after}
    order by e.created_at desc, e.id desc limit ${limit + 1}`.execute(db)
  const { items, nextCursor } = cutPage(rows, limit, listName, (row) => ({ key: row.position, id: row.id }))
  const isOnlyPage = !start && nextCursor === null
  const counts = isOnlyPage ? { total: items.length } : await countUpTo(db, sql`${exampleSource} where ${where}`)
  return { items: items.map(toItem), nextCursor, ...counts }
}

/** Returns all examples of a member with their pictures, and uploads that no example uses yet, for the data export. */
export async function exportExamples(db: Db, userId: string) {
  const { rows } = await sql<ExampleRow & { prompt: NamedPrompt }>`
    select ${exampleColumns}, ${promptNameFor(userId)} as prompt from ${exampleSource}
    where e.user_id = ${userId} order by e.created_at, e.id`.execute(db)
  const { rows: unused } = await sql<{ key: string; createdAt: Date }>`
    select key, created_at from example_pictures
    where user_id = ${userId} and example_id is null order by created_at`.execute(db)
  const examples = rows.map(({ prompt, ...row }) => {
    const { id: _, promptId: __, user: ___, ...example } = toExample(row)
    return { prompt, ...example }
  })
  const uploads = unused.map(({ key, createdAt }) => ({ src: privateSrc(key), createdAt: createdAt.toISOString() }))
  return { examples, uploads }
}

/** Returns the example that meets a condition on the tables of `exampleSource`, or null if there is none. */
export async function findExample(db: Db, where: RawBuilder<unknown>): Promise<Example | null> {
  const { rows } = await sql<ExampleRow>`select ${exampleColumns} from ${exampleSource} where ${where}`.execute(db)
  return rows[0] ? toExample(rows[0]) : null
}
