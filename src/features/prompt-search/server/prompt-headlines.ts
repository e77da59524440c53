import { type RawBuilder, sql } from 'kysely'
import { reachesEnd } from '#features/catalogue/excerpt-rules.ts'
import { isUnspaced } from '#features/text-search/indexed-text-rules.ts'
import type { Db } from '#platform/database/db.ts'
import { preparedOnce } from '#platform/database/prepared-statements.ts'
import {
  fromSentence,
  type HeadlinePieces,
  hasMatch,
  headlineMarks,
  markedPattern,
  markedQuery,
  markStart,
  piecesOf,
  textToMark,
  withMarkedBlanks,
  withMarkedWords,
  withNamedBlanks,
  withoutMarkup,
  withoutMatches,
} from './search-headlines.ts'
import { type SearchPlan, wordsWithoutFillers } from './search-plan.ts'

/** A prompt's texts as search results show them, with the matches marked, and its matching tags. */
export type Headlines = {
  /** The excerpt, or a part of the content that has a match if the excerpt has none. */
  headline: HeadlinePieces
  titleHeadline: HeadlinePieces
  descriptionHeadline: HeadlinePieces
  matchingTags: string[]
}

type HeadlineRow = {
  id: string
  titleHeadline: string
  descriptionHeadline: string
  matchingTags: string[]
  excerpt: string
  markedExcerpt: string
  contentEnd: string
  /** The part of the content with matches, or null if the excerpt has a match. */
  part: string | null
  /** The text before `part`, or null unless `part` begins within the first `leadMax` characters. */
  lead: string | null
  /** Whether `part` reaches the end of the content. */
  isEnd: boolean | null
}

/** How many characters at the beginning of a text are searched for headlines. */
const headlineCharacters = 5000
/**
 * `ts_headline` is slow, so it reads at most `max` characters, from `before` characters ahead of the first match. If
 * `partAround` can't find that match, it reads the whole text.
 */
const partCharacters = { before: 120, max: 1000 }
const partOptions = `${headlineMarks}, MinWords=24, MaxWords=40`
/** A part that starts fewer than this many characters after the beginning of its text is shown from the beginning. */
const leadMax = 120
/** How many characters are read from the end of a text to see whether its excerpt reaches that end. */
const endCharacters = 200

/**
 * Returns the headlines of those prompts (by id) that the condition `isShown` allows, over prompts as `p`. This is
 * expensive, because PostgreSQL parses each text.
 */
export async function headlinesOf(
  db: Db,
  plan: SearchPlan,
  ids: string[],
  isShown: RawBuilder<boolean>,
): Promise<Map<string, Headlines>> {
  const query = markedQuery(plan)
  const configuration = sql`(case p.language when 'en' then 'promptarium_english' else 'promptarium_simple' end)::regconfig`
  const wholeOptions = `${headlineMarks}, HighlightAll=true`
  const excerpt = withMarkedBlanks(textToMark(sql`p.excerpt`))
  const beginning = withMarkedBlanks(textToMark(sql`left(p.content, ${headlineCharacters})`))
  // Each text is parsed only once, because the marks show whether it has a match.
  const { rows } = await sql<HeadlineRow>`${preparedOnce}
    select p.id, p.excerpt, right(p.content, ${endCharacters}) as content_end, whole.marked as marked_excerpt,
      part.marked as part,
      case when strpos(part.text, part.plain) between 1 and ${leadMax}
        then left(part.text, strpos(part.text, part.plain) - 1) end as lead,
      right(part.text, char_length(part.plain)) = part.plain and char_length(p.content) <= ${headlineCharacters} as is_end,
      ts_headline(${configuration}, ${textToMark(sql`p.title`)}, ${query}, ${wholeOptions}) as title_headline,
      ts_headline(${configuration}, ${textToMark(sql`p.description`)}, ${query}, ${wholeOptions}) as description_headline,
      array(select tag from unnest(p.tags) as tag where to_tsvector(${configuration}, ${textToMark(sql`tag`)}) @@ ${query}) as matching_tags
    from prompts p
    cross join lateral (select ts_headline(${configuration}, ${excerpt}, ${query}, ${wholeOptions}) as marked offset 0) whole
    left join lateral (
      select t.text, m.marked, ${trimmed(withoutMatches(sql`m.marked`))} as plain
      from (select ${trimmed(beginning)} as text offset 0) t
      cross join lateral (select regexp_instr(t.text, ${markedPattern(plan)}, 1, 1, 0, 'i') as at offset 0) first
      cross join lateral (select ts_headline(${configuration}, ${partAround}, ${query}, ${partOptions}) as marked offset 0) m
      where not ${hasMatch(sql`whole.marked`)} offset 0
    ) part on true
    where ${isShown} and p.id = any(${ids})`.execute(db)
  const headlines = new Map(
    rows.map((row): [string, Headlines] => [
      row.id,
      {
        headline: piecesOf(headlineOf(row)),
        titleHeadline: piecesOf(row.titleHeadline),
        descriptionHeadline: piecesOf(row.descriptionHeadline),
        matchingTags: row.matchingTags,
      },
    ]),
  )
  await markTheRest(db, plan, headlines, configuration, isShown)
  return headlines
}

/**
 * Marks words in scripts without spaces. In prompts that still have no mark, marks words as typed, even stop words.
 * For prompts that have none even then, looks for matches far down the text.
 */
async function markTheRest(
  db: Db,
  plan: SearchPlan,
  headlines: Map<string, Headlines>,
  configuration: RawBuilder<unknown>,
  isShown: RawBuilder<boolean>,
): Promise<void> {
  const words = wordsWithoutFillers(plan).map(({ text }) => text)
  const mark = (found: Headlines, wordsToMark: string[]) => {
    for (const name of ['headline', 'titleHeadline', 'descriptionHeadline'] as const)
      found[name] = withMarkedWords(found[name], wordsToMark)
  }
  for (const found of headlines.values()) mark(found, words.filter(isUnspaced))
  const unmarked = () => [...headlines].filter(([, found]) => !isMarked(found))
  for (const [, found] of unmarked()) mark(found, words)
  const parts = await findHiddenMatches(
    db,
    plan,
    configuration,
    unmarked().map(([id]) => id),
    isShown,
  )
  for (const [id, headline] of parts) Object.assign(headlines.get(id) ?? {}, { headline })
}

/** Tells whether anything that a card shows has a match. */
export function isMarked({ headline, titleHeadline, descriptionHeadline, matchingTags }: Headlines): boolean {
  return matchingTags.length > 0 || [...headline, ...titleHeadline, ...descriptionHeadline].some(({ mark }) => mark)
}

/**
 * Finds matches that `headlinesOf` doesn't read, because they are far down the text or in the name of a blank. Returns
 * the part of the text with the match, by prompt. Reads whole texts.
 */
async function findHiddenMatches(
  db: Db,
  plan: SearchPlan,
  configuration: RawBuilder<unknown>,
  ids: string[],
  isShown: RawBuilder<boolean>,
): Promise<[string, HeadlinePieces][]> {
  if (ids.length === 0) return []
  const query = markedQuery(plan)
  const text = trimmed(withNamedBlanks(textToMark(sql`p.content`)))
  const plain = trimmed(withoutMatches(sql`m.part`))
  // A text that doesn't match `query` was found by its meaning or by distant related words, and has nothing to mark.
  const { rows } = await sql<{ id: string; part: string; isStart: boolean; isEnd: boolean }>`
    select p.id, m.part, starts_with(t.text, ${plain}) as is_start, right(t.text, char_length(${plain})) = ${plain} as is_end
    from prompts p
    cross join lateral (select ${text} as text offset 0) t
    cross join lateral (select ts_headline(${configuration}, t.text, ${query}, ${partOptions}) as part offset 0) m
    where ${isShown} and p.id = any(${ids}) and p.search_text @@ ${query}`.execute(db)
  return rows
    .filter(({ part }) => part.includes(markStart))
    .map(({ id, part, isStart, isEnd }) => {
      const shown = isStart ? part.trim() : fromSentence(part.trim())
      return [id, piecesOf(`${isStart ? '' : '… '}${withoutMarkup(shown)}${isEnd ? '' : ' …'}`)]
    })
}

/**
 * SQL for the part of `t.text` around `first.at`, where `markedPattern` first matches. If it matches nowhere (0), the
 * part is the whole text, because the pattern misses words with accents.
 */
const partAround = sql`case
  when first.at = 0 then t.text
  when first.at <= ${partCharacters.before} then left(t.text, ${partCharacters.max})
  else regexp_replace(substr(t.text, first.at - ${partCharacters.before}, ${partCharacters.max}), '^\\S*\\s+', '') end`

const trimmed = (text: RawBuilder<string>) => sql<string>`btrim(${text}, ${' \t\r\n'})`

/** Returns the marked text to show, with an ellipsis if it leaves out the beginning or the end. */
function headlineOf({ excerpt, markedExcerpt, contentEnd, part, lead, isEnd }: HeadlineRow): string {
  if (part?.includes(markStart)) {
    const beginning = lead === null ? '… ' : ''
    const text = lead === null ? fromSentence(part.trim()) : lead + part.trim()
    return `${beginning}${withoutMarkup(text)}${isEnd ? '' : ' …'}`
  }
  return reachesEnd(excerpt, contentEnd) ? markedExcerpt.replace(/ …$/, '') : markedExcerpt
}
