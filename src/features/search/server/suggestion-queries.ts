import { sql } from 'kysely'
import { searchWordsMax } from '#features/catalogue/search-word-rules.ts'
import { suggestTags } from '#features/catalogue/server/prompt-counts.ts'
import { tsqueryOf, wordsOf } from '#features/catalogue/server/prompt-matching.ts'
import { isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#server/platform/db.ts'
import type { SearchSuggestion } from '../contract.ts'
import { searchLimits } from '../rules.ts'

/** The most tools and tags. The rest of the suggestions are titles. */
const most = { tool: 2, tag: 2 }
/** How many prompts with the words are read to choose from. */
const candidates = 100

/**
 * Titles of prompts, tools and tags for a term that is being typed: its last word may be incomplete. None for a blank
 * term.
 */
export async function suggestSearches(db: Db, term: string): Promise<SearchSuggestion[]> {
  const typed = term.trim().toLowerCase()
  const words = wordsOf(typed).length
  if (words === 0 || words > searchWordsMax || typed.length < searchLimits.suggestionMinChars) return []
  const [titles, tools, tags] = await Promise.all([
    suggestTitles(db, typed),
    suggestTools(db, typed),
    suggestTags(db, typed),
  ])
  const others = [
    ...tools,
    ...tags.slice(0, most.tag).map(({ tag }): SearchSuggestion => {
      return { kind: 'tag', text: tag, path: `/search?${new URLSearchParams({ q: tag, tag })}` }
    }),
  ]
  return [...titles.slice(0, searchLimits.suggestions - others.length), ...others]
}

async function suggestTitles(db: Db, typed: string): Promise<SearchSuggestion[]> {
  const { rows } = await sql<{ slug: string; title: string }>`
    select slug, title from (
      select p.slug, p.title, p.copies, p.id from prompts p
      where ${isPublished} and p.search_head @@ ${tsqueryOf(typed, 'every-word')} limit ${candidates}
    ) found
    order by starts_with(lower(title), ${typed}) desc, word_similarity(${typed}, lower(title)) desc, copies desc, id
    limit ${searchLimits.suggestions}`.execute(db)
  return rows.map(({ slug, title }) => ({ kind: 'prompt', text: title, path: `/prompt/${slug}` }))
}

async function suggestTools(db: Db, typed: string): Promise<SearchSuggestion[]> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select t.slug, t.name from tools t where t.search @@ ${tsqueryOf(typed, 'every-word')}
    order by starts_with(lower(t.name), ${typed}) desc, word_similarity(${typed}, lower(t.name)) desc, t.sort_name, t.id
    limit ${most.tool}`.execute(db)
  return rows.map(({ slug, name }) => ({ kind: 'tool', text: name, path: `/tools/${slug}` }))
}
