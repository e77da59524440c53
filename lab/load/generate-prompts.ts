import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import { insertPrompts, type PromptDraft, prepareDrafts } from '#features/catalogue/server/insert-prompts.ts'
import { cutText } from '#lib/well-formed.ts'
import { siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction } from '#platform/database/db.ts'
import { hooks } from '#server/hooks.ts'
import { randomFrom, zipfFrom } from '#test/random.ts'
import type { PromptSource } from './prompt-sources.ts'

export type GenerateOptions = {
  /** The texts from which the prompts are generated. */
  sources: PromptSource[]
  /** The number of the first prompt. Prompts with lower numbers exist already. */
  from?: number
  /** Returns the groups with which a prompt is shared, by its number; the first is its own. By default there are none. */
  groupsOf?: (number: number) => string[]
  /** Returns the language of a prompt, by its number. By default all are in English. */
  languageOf?: (number: number) => string
  /** Called after each batch with the number of prompts that are stored or are being stored. */
  onProgress?: (stored: number) => void
}

const batch = 500
/** How many batches are stored at the same time: one is prepared here while PostgreSQL works on the others. */
const concurrency = 3
/** How many prompts an author has on average, and how many authors there are at most. */
const promptsPerAuthor = 100
const authorsMax = 10_000
const contentMax = 1_500

/**
 * Stores varied prompts with the numbers from `from` to `count` - 1, as an import does. Returns how long that took, in
 * ms.
 */
export async function generatePrompts(
  db: Db,
  count: number,
  { sources, from = 0, groupsOf = () => [], languageOf = () => 'en', onProgress }: GenerateOptions,
): Promise<number> {
  const authors = await ensureAuthors(db, Math.min(authorsMax, Math.ceil(count / promptsPerAuthor)))
  const categories = await db.selectFrom('categories').select(['id', 'slug']).orderBy('position').execute()
  const start = performance.now()
  let next = from
  const storeBatches = async () => {
    while (next < count) {
      const first = next
      next = Math.min(count, first + batch)
      const numbers = Array.from({ length: next - first }, (_, index) => first + index)
      const drafts = await prepareDrafts(
        db,
        numbers.map((number) =>
          createDraft(number, {
            ...{ sources, authors, categories },
            groupIds: groupsOf(number),
            language: languageOf(number),
          }),
        ),
      )
      await inTransaction(db, (tx) => insertPrompts(tx, drafts, hooks.onPublished))
      onProgress?.(next)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, storeBatches))
  return performance.now() - start
}

type DraftSources = {
  sources: PromptSource[]
  authors: string[]
  categories: { id: string; slug: string }[]
  groupIds: string[]
  language: string
}

function createDraft(number: number, { sources, authors, categories, groupIds, language }: DraftSources): PromptDraft {
  const random = randomFrom(number + 1)
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
  const [main, other] = [pick(sources), pick(sources)]
  const chosenCategory = categories.find(({ slug }) => slug === main.category) ?? pick(categories)
  const extraWord = pick(other.title.split(/\s+/))
  return {
    ...fieldDefaults,
    title: `${cutText(main.title, 150)} ${cutText(extraWord, 30)} ${number}`,
    description: cutText(pick(main.sentences) ?? main.title, 200),
    content: contentOf([...main.sentences, ...other.sentences], random, number),
    categoryId: chosenCategory.id,
    // Some authors have far more prompts than others.
    userId: zipfFrom(number + 2)(authors),
    credit: null,
    tags: [...new Set([...main.tags, ...other.tags.slice(0, 1)])].slice(0, 10),
    licence: 'CC0-1.0',
    language,
    forkOf: null,
    groupId: groupIds[0] ?? null,
    groupIds,
    status: groupIds.length === 0 ? 'published' : 'shared',
    featured: groupIds.length === 0 && number % 1000 === 0,
    importKey: createHash('sha256').update(`generated ${number}`).digest(),
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 10_000),
  }
}

/**
 * Returns a text of about half of the sentences, in their order, with about `contentMax` characters at most. The number
 * makes each text unique.
 */
function contentOf(sentences: string[], random: () => number, number: number): string {
  let content = `Task ${number}.`
  for (const sentence of sentences) {
    if (content.length + sentence.length > contentMax) break
    if (random() < 0.5) content += `\n${sentence}`
  }
  return content
}

async function ensureAuthors(db: Db, count: number): Promise<string[]> {
  await sql`
    insert into users (id, name, email, username, display_username)
    select ('01900000-0000-7000-9000-' || lpad(number::text, 12, '0'))::uuid, 'Author ' || number,
      'author' || number || '@example.test', 'author' || number, 'author' || number
    from generate_series(1, ${count}::int) as number
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from users where email::text like 'author%@example.test' order by id limit ${count}`.execute(db)
  return [siteAccountId, ...rows.map(({ id }) => id)]
}
