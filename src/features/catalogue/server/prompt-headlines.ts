import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { preparedOnce } from '#server/platform/prepared-statements.ts'
import { reachesEnd } from '../excerpt-rules.ts'
import { isPublished } from './prompt-visibility.ts'
import {
  fromSentence,
  type HeadlinePieces,
  hasMatch,
  headlineMarks,
  markedPattern,
  markedQuery,
  markStart,
  piecesOf,
  withMarkedBlanks,
  withoutMarkdown,
  withoutMarks,
  withoutMatches,
} from './search-headlines.ts'
import type { SearchPlan } from './search-plan.ts'

/** The texts of a prompt with the matches of a search marked, and its matching tags. */
export type Headlines = {
  /** The excerpt. If it has no match, a part of the content with matches replaces it. */
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
  /** Null if the excerpt has a match. */
  part: string | null
  /** The few characters before `part`; null if they are too many. */
  lead: string | null
  isEnd: boolean | null
}

/** Only the first part of a long text is searched for headlines. */
const headlineCharacters = 5000
/** `ts_headline` is slow, so it reads only a part of the text: from some characters before the first match. */
const partCharacters = { before: 120, most: 1000 }
/** A part that begins so near the beginning of its text is shown with it. */
const leadMax = 120
/** How much of the end of a text is read, to see whether its excerpt reaches that end. */
const endCharacters = 200

/** The headlines of published prompts, by id. Expensive: PostgreSQL parses each text. */
export async function headlinesOf(db: Db, plan: SearchPlan, ids: string[]): Promise<Map<string, Headlines>> {
  const query = markedQuery(plan)
  const configuration = sql`(case p.language when 'en' then 'promptarium_english' else 'promptarium_simple' end)::regconfig`
  const whole = `${headlineMarks}, HighlightAll=true`
  const excerpt = withMarkedBlanks(withoutMarks(sql`p.excerpt`))
  const beginning = withMarkedBlanks(withoutMarks(sql`left(p.content, ${headlineCharacters})`))
  const part = `${headlineMarks}, MinWords=24, MaxWords=40`
  // Each text is parsed only once: the marks show whether it has a match.
  const { rows } = await sql<HeadlineRow>`${preparedOnce}
    select p.id, p.excerpt, right(p.content, ${endCharacters}) as content_end, e.marked as marked_excerpt,
      b.marked as part,
      case when strpos(b.text, b.plain) between 1 and ${leadMax} then left(b.text, strpos(b.text, b.plain) - 1) end as lead,
      right(b.text, char_length(b.plain)) = b.plain and char_length(p.content) <= ${headlineCharacters} as is_end,
      ts_headline(${configuration}, ${withoutMarks(sql`p.title`)}, ${query}, ${whole}) as title_headline,
      ts_headline(${configuration}, ${withoutMarks(sql`p.description`)}, ${query}, ${whole}) as description_headline,
      array(select tag from unnest(p.tags) as tag where to_tsvector(${configuration}, tag) @@ ${query}) as matching_tags
    from prompts p
    cross join lateral (select ts_headline(${configuration}, ${excerpt}, ${query}, ${whole}) as marked offset 0) e
    left join lateral (
      select t.text, m.marked, ${trimmed(withoutMatches(sql`m.marked`))} as plain
      from (select ${trimmed(beginning)} as text offset 0) t
      cross join lateral (select regexp_instr(t.text, ${markedPattern(plan)}, 1, 1, 0, 'i') as at offset 0) first
      cross join lateral (select ts_headline(${configuration}, ${partAround}, ${query}, ${part}) as marked offset 0) m
      where not ${hasMatch(sql`e.marked`)} offset 0
    ) b on true
    where ${isPublished} and p.id = any(${ids})`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        headline: piecesOf(headlineOf(row)),
        titleHeadline: piecesOf(row.titleHeadline),
        descriptionHeadline: piecesOf(row.descriptionHeadline),
        matchingTags: row.matchingTags,
      },
    ]),
  )
}

/** The part of `t.text` around `first.at`, or all of it if that is 0: the pattern doesn't find words with accents. */
const partAround = sql`case
  when first.at = 0 then t.text
  when first.at <= ${partCharacters.before} then left(t.text, ${partCharacters.most})
  else regexp_replace(substr(t.text, first.at - ${partCharacters.before}, ${partCharacters.most}), '^\\S*\\s+', '') end`

const trimmed = (text: RawBuilder<string>) => sql<string>`btrim(${text}, ${' \t\r\n'})`

/** The marked text to show, with an ellipsis where it leaves out the beginning or the end. */
function headlineOf({ excerpt, markedExcerpt, contentEnd, part, lead, isEnd }: HeadlineRow): string {
  if (part?.includes(markStart)) {
    const beginning = lead === null ? '… ' : ''
    const text = lead === null ? fromSentence(part.trim()) : lead + part.trim()
    return `${beginning}${withoutMarkdown(text)}${isEnd ? '' : ' …'}`
  }
  return reachesEnd(excerpt, contentEnd) ? markedExcerpt.replace(/ …$/, '') : markedExcerpt
}
