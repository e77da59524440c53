import { type RawBuilder, sql } from 'kysely'
import { ownLanguageName } from '#lib/own-language-name.ts'
import { findPreferred } from '#lib/preferred-language.ts'
import type { Db } from '#platform/database/db.ts'
import { runningLanguage, siteLanguages } from '#platform/languages.ts'
import type { Translation } from '../contract.ts'
import type { GroupReader } from './group-lists.ts'
import { type CardRow, cardColumns, cardSource, groupMark } from './prompt-cards.ts'
import { isCounted, isCountedAs, isLiveForUser, isPublished } from './prompt-visibility.ts'

export type TranslationRow = Omit<Translation, 'languageName'>

/**
 * SQL for the translations of a prompt (as `p`), as JSON: of those (as `t`) that the reader may read, one in each other
 * language. Published ones come before those of groups.
 */
export function translationsOf(isReadable: RawBuilder<boolean>): RawBuilder<TranslationRow[]> {
  return sql`case when p.translation_set is null then '[]' else coalesce((
    select jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'title', title, 'language', language,
      'isOriginal', id = p.translation_set, 'isTrusted', p.translation_trusted and translation_trusted) order by language)
    from (
      select distinct on (t.language) t.id, t.slug, t.title, t.language, t.translation_trusted from prompts t
      where t.translation_set = p.translation_set and t.language <> p.language and ${isReadable}
      order by t.language, ${isCountedAs('t')} desc, t.id
    ) translated), '[]') end`
}

/** SQL for the ids of the published prompts in the same sets of translations as these prompts. */
export function publishedTranslations(ids: string[]): RawBuilder<{ id: string }> {
  return sql`select t.id from prompts p join prompts t on t.translation_set = p.translation_set and ${isCountedAs('t')}
    where p.id = any(${ids}::uuid[])`
}

/** Adds the language's own name. */
export function withLanguageName(row: TranslationRow): Translation {
  return { ...row, languageName: ownLanguageName(row.language) }
}

/** The language of the page that is being made, or undefined on a site with one language, which says nothing of readers. */
export function readersLanguage(): string | undefined {
  return siteLanguages().length > 1 ? runningLanguage().tag : undefined
}

/**
 * Shows prompts of lists in the language that a reader prefers (BCP 47), where they have a version in it: it takes the
 * place of the first of its translations in a list, and the others are left out. All other prompts stay, also versions
 * that nobody trusts, whose rows have no set.
 */
export async function preferLanguage<Row extends CardRow>(
  db: Db,
  lists: Row[][],
  preferred: string | undefined,
  reader: GroupReader | null = null,
): Promise<(Row | CardRow)[][]> {
  const rows = lists.flat()
  const sets = [...new Set(rows.flatMap(({ translationSet }) => translationSet ?? []))]
  if (preferred === undefined || sets.length === 0) return lists
  const chosen = await findVersions(db, sets, preferred, reader)
  const known = new Map<string, Row | CardRow>(rows.map((row) => [row.id, row]))
  const missing = [...chosen.values()].filter((id) => !known.has(id))
  if (missing.length > 0) {
    const columns = reader ? sql`${cardColumns}, ${groupMark(reader.userId)}` : cardColumns
    const read = await sql<CardRow>`select ${columns} from ${cardSource} where p.id = any(${missing}::uuid[])`.execute(
      db,
    )
    for (const row of read.rows) known.set(row.id, row)
  }
  return lists.map((list) => {
    const shown = list.map((row) => known.get(chosen.get(row.translationSet ?? '') ?? row.id) ?? row)
    return [...new Map(shown.map((row) => [row.id, row])).values()]
  })
}

/** Finds the version in the preferred language of each set of translations that has one. Returns ids by set. */
async function findVersions(
  db: Db,
  sets: string[],
  preferred: string,
  reader: GroupReader | null,
): Promise<Map<string, string>> {
  const isReadable = reader ? isLiveForUser(reader.userId) : isPublished
  const { rows } = await sql<{ id: string; set: string; language: string }>`
    select p.id, p.translation_set as set, p.language from prompts p
    where p.translation_set = any(${sets}::uuid[]) and p.translation_trusted and ${isReadable}
    order by ${isCounted} desc, p.id`.execute(db)
  const chosen = new Map<string, string>()
  for (const [set, versions] of Map.groupBy(rows, (row) => row.set)) {
    const languages = versions.map(({ language }) => language)
    const language = findPreferred([preferred], languages)
    const version = versions.find((one) => one.language === language)
    if (version) chosen.set(set, version.id)
  }
  return chosen
}

/** In a page of search results, leaves out versions of a prompt that is found in the preferred language too. */
export function leaveOutVersions<Row extends CardRow>(rows: Row[], preferred: string | undefined): Row[] {
  const chosen = new Map<string, Row>()
  for (const row of rows)
    if (row.translationSet !== null && preferred && findPreferred([preferred], [row.language]))
      chosen.set(row.translationSet, chosen.get(row.translationSet) ?? row)
  return [...new Set(rows.map((row) => chosen.get(row.translationSet ?? '') ?? row))]
}
