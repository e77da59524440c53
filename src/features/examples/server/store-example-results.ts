import { sql } from 'kysely'
import { recordPictures } from '#features/catalogue/server/stored/store-card-facts.ts'
import { resultReadMax } from '#features/results/first-lines-rules.ts'
import type { ResultSource } from '#features/results/rules.ts'
import { type FoundResult, storeResults } from '#features/results/server/store-results.ts'
import { siteAccountId } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { publicSrcColumn } from './picture-addresses.ts'

/** The sources of results that this feature stores. The site account’s examples are pictures that imports brought. */
export const exampleSources: ResultSource[] = ['example', 'import']

/**
 * SQL for the example that may be shown beside a prompt (`p`): its author's newest published one with pictures, otherwise
 * the newest one with pictures, otherwise the newest one with a text. So authors decide which picture their prompts show.
 */
export const chosenExample = sql`(
  select e.id as source_id, e.user_id, nullif(e.model, '') as model, left(e.text, ${resultReadMax + 1}) as text,
    case when e.user_id = ${siteAccountId} then 'import' else 'example' end as source,
    coalesce(e.made_on::timestamp at time zone 'UTC', e.created_at) as made_at, first.picture
  from examples e left join lateral (
    select jsonb_build_object('src', ${publicSrcColumn}, 'width', i.width, 'height', i.height, 'alt', i.alt) as picture
    from example_pictures i where i.example_id = e.id order by i.place limit 1
  ) first on true
  where e.prompt_id = p.id and e.status = 'published'
  order by e.text is null desc, e.text is null and e.user_id = p.user_id desc, e.created_at desc, e.id desc limit 1)`

/**
 * Updates which example may be shown beside each prompt, and which prompts show a picture. The caller must have locked the
 * prompts.
 */
export async function storeExampleResults(tx: Tx, promptIds: string[]): Promise<void> {
  const { rows } = await sql<FoundResult>`
    select p.id as prompt_id, chosen.* from prompts p cross join lateral ${chosenExample} chosen
    where p.id = any(${promptIds})`.execute(tx)
  await storeResults(tx, { promptIds, sources: exampleSources }, rows)
  await recordPictures(tx, promptIds)
}
