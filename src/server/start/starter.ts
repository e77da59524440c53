import { sql } from 'kysely'
import { fieldDefaults } from '#features/catalogue/field-rules.ts'
import {
  importKeyOf,
  insertPrompts,
  type PromptDraft,
  prepareDrafts,
} from '#features/catalogue/server/insert-prompts.ts'
import { insertCollections } from '#features/collections/server/insert-collections.ts'
import { addWorkedExamples } from '#features/showcase/server/store-worked-examples.ts'
import { insertTools } from '#features/tools/server/insert-tools.ts'
import { deletedAccountId, siteAccountId } from '#platform/actor.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { lockTable, startWaitMs } from '../database/lock-table.ts'
import { hooks } from '../hooks.ts'
import { StartError } from './start-error.ts'
import type { StarterPartsTable } from './starter.table.ts'
import {
  readStarterCollections,
  readStarterExamples,
  readStarterPrompts,
  readStarterTools,
  type StarterPrompt,
} from './starter-files.ts'

type Part = StarterPartsTable['part']
const parts = ['prompts', 'tools', 'collections', 'worked examples'] as const satisfies Part[]
/** The day on which the worked examples were written. */
const workedOn = '2026-11-29'

/**
 * A starter prompt begins with the trending score of one more copy than other new prompts. It is listed above imports
 * without votes that are published within a week, and below a prompt of the same day with one vote.
 */
const starterScore = 1

/** How many items of each part have just been added. */
export type StarterCounts = Record<Part, number>

/**
 * Loads the content of `db/starter` into a site that hasn't been used. Each part is loaded only once, so that deleted
 * content doesn't come back. A site with the starter prompts of an older version gets only worked examples of these,
 * and the collections, unless it has public collections. If several processes start together, one of them loads the content. The others throw
 * StartError if they have to wait longer than `waitMs`.
 */
export async function loadStarter(db: Db, waitMs = startWaitMs): Promise<StarterCounts> {
  const none = { prompts: 0, tools: 0, collections: 0, 'worked examples': 0 }
  if (await isHandled(db)) return none
  return inTransaction(db, async (tx) => {
    await lockTable(tx, 'starter_parts', waitMs)
    if (await isHandled(tx)) return none
    const counts = (await isUsed(tx))
      ? {
          ...none,
          collections: (await lacksCollections(tx)) ? await insertStarterCollections(tx) : 0,
          'worked examples': await insertStarterExamples(tx),
        }
      : {
          prompts: await insertStarterPrompts(tx),
          tools: await insertStarterTools(tx),
          collections: await insertStarterCollections(tx),
          'worked examples': await insertStarterExamples(tx),
        }
    const rows = parts.map((part) => ({ part, rows: counts[part] }))
    await tx
      .insertInto('starterParts')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return counts
  })
}

/** Whether every part has been loaded or skipped before. */
async function isHandled(db: Db): Promise<boolean> {
  const handled = await db.selectFrom('starterParts').select('part').execute()
  return handled.length === parts.length
}

/** Whether the site has a member's account, a prompt or a tool. Drafts and deleted prompts count too. */
async function isUsed(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from users where id not in (${siteAccountId}, ${deletedAccountId}))
      or exists (select from prompts) or exists (select from tools) as used`.execute(tx)
  return rows[0]?.used ?? true
}

/**
 * Whether an older version has loaded the starter prompts but decided nothing about collections, and the site has no
 * public collection yet.
 */
async function lacksCollections(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ lacking: boolean }>`
    select exists (select from starter_parts where part = 'prompts' and rows > 0)
      and not exists (select from starter_parts where part = 'collections')
      and not exists (select from collections where visibility = 'public') as lacking`.execute(tx)
  return rows[0]?.lacking ?? false
}

async function insertStarterPrompts(tx: Tx): Promise<number> {
  const categories = await tx.selectFrom('categories').select(['id', 'slug']).orderBy('position').execute()
  const ids = new Map(categories.map(({ id, slug }) => [slug, id]))
  const prompts = sortNewestFirst(
    await readStarterPrompts(),
    categories.map(({ slug }) => slug),
  )
  const now = Date.now()
  const drafts = prompts.map((prompt, index) => {
    const categoryId = ids.get(prompt.category)
    if (!categoryId) throw new StartError(`db/starter/prompts/${prompt.category}.md isn’t named after a category.`)
    return toDraft(prompt, categoryId, new Date(now - index))
  })
  await insertPrompts(tx, await prepareDrafts(tx, drafts), hooks.onPublished)
  return drafts.length
}

async function insertStarterTools(tx: Tx): Promise<number> {
  const tools = await readStarterTools()
  await insertTools(tx, tools, hooks.onToolsAdded)
  return tools.length
}

async function insertStarterCollections(tx: Tx): Promise<number> {
  return insertCollections(tx, siteAccountId, await readStarterCollections(), new Date())
}

/** Adds the worked examples of the starter prompts that are stored with their original texts. */
async function insertStarterExamples(tx: Tx): Promise<number> {
  const starterPrompts = new Map((await readStarterPrompts()).map((prompt) => [prompt.title, prompt]))
  const examples = (await readStarterExamples()).flatMap((example) => {
    const prompt = starterPrompts.get(example.title)
    return prompt ? [{ ...example, content: prompt.content, importKey: importKeyOf(prompt.title, prompt.content) }] : []
  })
  const { rows } = await sql<{ id: string; content: string; importKey: Buffer }>`
    select id, content, import_key from prompts
    where import_key = any(${examples.map(({ importKey }) => importKey)})`.execute(tx)
  const stored = new Map(rows.map((row) => [row.importKey.toString('hex'), row]))
  const drafts = examples.flatMap(({ importKey, content, filled, text }) => {
    const row = stored.get(importKey.toString('hex'))
    return row?.content === content ? [{ promptId: row.id, filled, text, writtenOn: workedOn }] : []
  })
  await addWorkedExamples(tx, drafts)
  return drafts.length
}

/**
 * Sorts prompts for the list “newest”: the first prompt of each category, then the second of each, and so on, so that a
 * page shows many subjects. Featured prompts come last, in their own order, because they have a section on the home
 * page.
 */
export function sortNewestFirst(prompts: StarterPrompt[], categories: string[]): StarterPrompt[] {
  const positions = new Map(categories.map((slug, index) => [slug, index]))
  const seen = new Map<string, number>()
  const ranked = prompts.map((prompt) => {
    const round = prompt.featured ? Number.POSITIVE_INFINITY : (seen.get(prompt.category) ?? 0)
    if (!prompt.featured) seen.set(prompt.category, round + 1)
    return { prompt, round, positionInRound: prompt.featured ?? positions.get(prompt.category) ?? 0 }
  })
  const byRound = (a: { round: number }, b: { round: number }) => (a.round === b.round ? 0 : a.round - b.round)
  return ranked.sort((a, b) => byRound(a, b) || a.positionInRound - b.positionInRound).map(({ prompt }) => prompt)
}

function toDraft(prompt: StarterPrompt, categoryId: string, createdAt: Date): PromptDraft {
  const { title, description, content, tags, language, slug, featured } = prompt
  return {
    ...fieldDefaults,
    title,
    description,
    content,
    tags,
    language,
    slug,
    categoryId,
    createdAt,
    userId: siteAccountId,
    credit: null,
    licence: 'CC0-1.0',
    forkOf: null,
    status: 'published',
    featured: featured !== undefined,
    headStart: starterScore,
    // An import gives the same text the same key, so importing an export of this catalogue adds no duplicates.
    importKey: importKeyOf(title, content),
  }
}
