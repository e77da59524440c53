import { type RawBuilder, sql } from 'kysely'
import { categoryText } from '#features/catalogue/server/category-texts.ts'
import { findGroupReader, firstOfEach, type GroupReader, isSharedIn } from '#features/catalogue/server/group-lists.ts'
import { suggestTags } from '#features/catalogue/server/prompt-counts.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { searchCollections } from '#features/collections/server/search-collections.ts'
import { searchWordsMax } from '#features/prompt-search/search-word-rules.ts'
import { lexemesOf } from '#features/prompt-search/server/search-lexemes.ts'
import { frequentHeadsStartingWith } from '#features/prompt-search/server/word-frequencies.ts'
import { wordsOf } from '#features/text-search/indexed-text-rules.ts'
import { tsqueryOf, tsqueryWithLast, unfinishedWordOf } from '#features/text-search/server/term-queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import type { SearchSuggestion } from '../contract.ts'
import { searchLimits } from '../rules.ts'

/** The maximum numbers of suggested tools, collections and tags. The other suggestions are titles of prompts. */
const toolsMax = 2
const collectionsMax = 2
const tagsMax = 2
/** How many of the most copied prompts are searched first, and how many matches among them are enough. */
const popular = { read: 1_000, enough: 10 }
/** How many matching prompts are read to choose the suggestions from. */
const candidatesMax = 100
/** How many of these may be prompts that only groups read. */
const sharedMax = 10
/** How many of the most copied prompts of the reader's groups are searched first. */
const popularSharedMax = 100
/**
 * If words that begin with the unfinished word are in more prompts than this, the most frequent of them replace it, up
 * to `completionsMax`.
 */
const prefixMatchesMax = 5_000
const completionsMax = 20

/**
 * Suggests titles of prompts, for a member also of those of their groups, tools, collections and tags for a term that is being typed, whose last word may be incomplete. Suggests
 * nothing for a term without a letter or digit, with fewer than two characters or with too many words.
 */
export async function suggestSearches(db: Db, actor: Actor, term: string): Promise<SearchSuggestion[]> {
  const typed = term.trim().toLowerCase()
  const wordCount = wordsOf(typed).length
  if (wordCount === 0 || wordCount > searchWordsMax || typed.length < searchLimits.suggestionMinChars) return []
  const [titles, tools, collections, tags] = await Promise.all([
    suggestTitles(db, typed, await findGroupReader(db, actor)),
    suggestTools(db, typed),
    searchCollections(db, typed),
    suggestTags(db, typed),
  ])
  const others = [
    ...tools,
    ...collections.slice(0, collectionsMax).map(({ slug, title }): SearchSuggestion => {
      return { kind: 'collection', text: title, path: `/collection/${slug}` }
    }),
    ...tags.slice(0, tagsMax).map(({ tag }): SearchSuggestion => {
      return { kind: 'tag', text: tag, path: `/search?${new URLSearchParams({ q: tag, tag })}` }
    }),
  ]
  return [...titles.slice(0, searchLimits.suggestions - others.length), ...others]
}

/**
 * Suggests titles of prompts. The beginning of a word can match most of the catalogue, and a GIN index reads all its
 * matches. So the most copied prompts are searched first, and the index only if few of them match.
 */
async function suggestTitles(db: Db, typed: string, reader: GroupReader | null): Promise<SearchSuggestion[]> {
  const query = tsqueryOf(typed)
  const { rows } = await sql<{ slug: string; title: string; category: string }>`
    with popular as materialized (
      select best.id from (
        select p.id, p.search_head from prompts p where ${isPublished} order by p.copies desc, p.id desc limit ${popular.read}
      ) best where best.search_head @@ ${query} limit ${candidatesMax}
    ), indexed as materialized (
      select p.id from prompts p where (select count(*) from popular) < ${popular.enough}
        and ${isPublished} and p.search_head @@ ${(await completeQuery(db, typed)) ?? query} limit ${candidatesMax}
    )${reader ? sharedTitles(reader, query) : sql``}
    select p.slug, p.title, c.name as category from prompts p join categories c on c.id = p.category_id
    where p.id in (select id from popular union select id from indexed
      ${reader ? sql`union select id from popular_shared union select id from indexed_shared` : sql``})
    order by starts_with(lower(p.title), ${typed}) desc, word_similarity(${typed}, lower(p.title)) desc, p.copies desc, p.id
    limit ${searchLimits.suggestions}`.execute(db)
  return rows.map(({ slug, title, category }) => ({
    kind: 'prompt',
    text: title,
    path: `/prompt/${slug}`,
    category: categoryText(category),
  }))
}

/** SQL for the matching prompts of the reader's groups, found in the same way. */
function sharedTitles(reader: GroupReader, query: RawBuilder<unknown>): RawBuilder<unknown> {
  const first = firstOfEach(reader, { order: 'popular', start: null, limit: popularSharedMax })
  return sql`, popular_shared as materialized (
      select best.id from (${first}) best cross join lateral (
        select p.search_head from prompts p where p.id = best.id and ${isSharedIn(reader)} offset 0
      ) p where p.search_head @@ ${query} limit ${sharedMax}
    ), indexed_shared as materialized (
      select p.id from prompts p where (select count(*) from popular_shared) < ${popular.enough}
        and ${isSharedIn(reader)} and p.search_head @@ ${query} limit ${sharedMax}
    )`
}

/**
 * Returns the query with whole words instead of a frequent prefix, whose matches the index would collect before it looks
 * at the other words. Returns null if no word is unfinished, or if that word is rare or the only one.
 */
async function completeQuery(db: Db, typed: string): Promise<RawBuilder<string> | null> {
  const last = unfinishedWordOf(typed)
  if (last === null || wordsOf(typed).length === 1) return null
  const [{ english, simple } = { english: '', simple: '' }] = await lexemesOf(db, [last])
  // Lexemes are in quotes.
  const starts = [english, simple].filter(Boolean).map((lexeme) => lexeme.slice(1, -1))
  const completions = await frequentHeadsStartingWith(db, starts)
  const promptCount = completions.reduce((sum, [, count]) => sum + count, 0)
  if (promptCount <= prefixMatchesMax) return null
  return tsqueryWithLast(
    typed,
    completions.slice(0, completionsMax).map(([word]) => word),
  )
}

/**
 * Suggests tools only by their names (weight `a`). While typing, people don't expect a tool that only mentions a word
 * in its description.
 */
async function suggestTools(db: Db, typed: string): Promise<SearchSuggestion[]> {
  const query = tsqueryOf(typed)
  const { rows } = await sql<{ slug: string; name: string }>`
    select t.slug, t.name from tools t where t.search @@ ${query} and ts_filter(t.search, '{a}') @@ ${query}
    order by starts_with(lower(t.name), ${typed}) desc, word_similarity(${typed}, lower(t.name)) desc, t.sort_name, t.id
    limit ${toolsMax}`.execute(db)
  return rows.map(({ slug, name }) => ({ kind: 'tool', text: name, path: `/tools/${slug}` }))
}
