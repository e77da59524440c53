import { type RawBuilder, sql } from 'kysely'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { type PromptSort, relatedMax } from '#features/catalogue/rules.ts'
import { type CardRow, cardColumns, cardSource, toPromptCard } from '#features/catalogue/server/prompt-cards.ts'
import { isLiveFor, isPublished } from '#features/catalogue/server/prompt-visibility.ts'
import { tagListQuery } from '#features/catalogue/server/tag-list-queries.ts'
import { t } from '#lib/texts.ts'
import type { Actor } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'
import { notFound } from '#platform/errors.ts'
import { isId } from '#platform/ids.ts'
import { headFrequenciesOf } from './word-frequencies.ts'

/**
 * How many candidates are read per criterion: enough to choose from, and few enough that the cost doesn't grow with the
 * catalogue.
 */
const candidatesMax = 100

/**
 * The minimum similarity of the titles at which two prompts of the same category count as related without sharing a
 * tag.
 */
const titleSimilarityMin = 0.25

/** Excludes prompts with more down votes than up votes. */
const isNotDisliked = sql`p.votes_up >= p.votes_down`

/**
 * Lists up to 6 published prompts that are similar to the one with this id or slug, which is live for the actor. Each shared tag counts 2, the same
 * category 1, the similarity of the titles (pg_trgm, 0 to 1) 4, and the rating (0 to 1) 1. The same category alone
 * isn't enough. Throws AppError not_found.
 */
export async function listRelated(db: Db, actor: Actor, idOrSlug: string): Promise<PromptCard[]> {
  const isThisPrompt = isId(idOrSlug) ? sql`p.id = ${idOrSlug}` : sql`p.slug = ${idOrSlug}`
  const self = await sql<{ id: string; title: string; tags: string[]; categoryId: string; words: string[] }>`
    select p.id, p.title, p.tags, p.category_id,
      array(select quote_literal(lexeme) from unnest(ts_filter(p.search_head, '{a}'))) as words
    from prompts p where ${isLiveFor(actor)} and ${isThisPrompt}`.execute(db)
  const prompt = self.rows[0]
  if (!prompt) throw notFound(t('This prompt'))
  const { rows } = await sql<CardRow>`
    with candidate as (
      ${withSharedTags(prompt.tags, sql`${prompt.categoryId}`, 'newest')}
      union
      (select p.id from prompts p where ${isPublished} and p.category_id = ${prompt.categoryId}
        order by p.published_at desc, p.id desc limit ${candidatesMax})
      union
      (select p.id from prompts p
        where ${isPublished} and p.search_head @@ ${await rareWordsQuery(db, prompt.words)}::tsquery limit ${candidatesMax})
    ), best as materialized (
      select p.id, 2 * cardinality(array(select unnest(p.tags) intersect select unnest(${prompt.tags}::text[])))
        + (p.category_id = ${prompt.categoryId})::int
        + 4 * similarity(lower(p.title), lower(${prompt.title})) + p.rating as score
      from candidate join prompts p on p.id = candidate.id
      where ${isPublished} and p.id <> ${prompt.id} and ${isNotDisliked}
        and (p.tags && ${prompt.tags}::text[]
          or p.category_id = ${prompt.categoryId} and similarity(lower(p.title), lower(${prompt.title})) >= ${titleSimilarityMin})
      order by score desc, p.id desc limit ${relatedMax}
    )
    select ${cardColumns} from best join ${cardSource} on p.id = best.id order by best.score desc, p.id desc`.execute(
    db,
  )
  return rows.map(toPromptCard)
}

/**
 * Returns SQL for the ids of the first prompts, in the order `sort`, with each of these tags, both within the category
 * and in all categories.
 */
function withSharedTags(tags: string[], categoryId: RawBuilder<string>, sort: PromptSort): RawBuilder<unknown> {
  const perTag = Math.ceil(candidatesMax / Math.max(1, tags.length))
  const lists = [...new Set(tags)].flatMap((tag) => [
    tagListQuery({ tag, categoryId }, sort, null, perTag),
    tagListQuery({ tag }, sort, null, perTag),
  ])
  if (lists.length === 0) return sql`select null::uuid as id`
  return sql.join(
    lists.map((list) => sql`(select tagged.prompt_id as id from (${list}) tagged)`),
    sql` union `,
  )
}

/**
 * Returns a tsquery for the rare words of a title (not frequent according to `headFrequenciesOf`), any of which may
 * match. If there are none, the title's two rarest words must both match, because a frequent word alone says little.
 */
async function rareWordsQuery(db: Db, words: string[]): Promise<string> {
  const { countOf } = await headFrequenciesOf(db)
  const byRarity = words.map((word) => ({ word, count: countOf(word) })).sort((a, b) => a.count - b.count)
  const rare = byRarity.filter(({ count }) => count === 0)
  const [chosen, operator] = rare.length > 0 ? [rare, ' | '] : [byRarity.slice(0, 2), ' & ']
  return chosen.map(({ word }) => word).join(operator)
}

/**
 * Lists up to 6 published prompts about a topic. Shared tags count 2, however many they are, because imported prompts
 * have many tags that say little. The same category (slug) counts 1. Ties are decided by rating, then by copies, then
 * by trending score.
 */
export async function listPromptsAbout(db: Db, topic: { tags: string[]; category?: string }): Promise<PromptCard[]> {
  const categoryId = sql<string>`(select id from categories where slug = ${topic.category ?? null})`
  const { rows } = await sql<CardRow>`
    with candidate as (
      ${withSharedTags(topic.tags, categoryId, 'highest-rated')}
      union
      (select p.id from prompts p where ${isPublished} and p.category_id = ${categoryId}
        order by p.trending desc, p.id desc limit ${candidatesMax})
    )
    select ${cardColumns} from candidate join ${cardSource} on p.id = candidate.id
    where ${isPublished} and ${isNotDisliked}
    order by 2 * (p.tags && ${topic.tags}::text[])::int + (c.slug is not distinct from ${topic.category ?? null})::int desc,
      p.rating desc, p.copies desc, p.trending desc, p.id desc
    limit ${relatedMax}`.execute(db)
  return rows.map(toPromptCard)
}
