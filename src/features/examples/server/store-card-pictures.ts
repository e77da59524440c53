import { sql } from 'kysely'
import type { CardPicture } from '#features/catalogue/contract.ts'
import { setCardPictures } from '#features/catalogue/server/store-card-facts.ts'
import type { Tx } from '#platform/db.ts'
import { publicSrc } from './picture-addresses.ts'

/** A prompt (id) and its card picture, if it has one. */
type Row = { promptId: string } & (
  | ({ key: string } & Omit<CardPicture, 'src'>)
  | { key: null; width: null; height: null; alt: null }
)

/**
 * Updates the card pictures of prompts. A card shows the first picture of the prompt's first published example with
 * pictures. The caller must have locked the prompts.
 */
export async function storeCardPictures(tx: Tx, promptIds: string[]): Promise<void> {
  const { rows } = await sql<Row>`
    select requested.id as prompt_id, first.key, first.width, first.height, first.alt
    from unnest(${promptIds}::uuid[]) as requested(id) left join lateral (
      select i.key, i.width, i.height, i.alt from examples e join example_pictures i on i.example_id = e.id
      where e.prompt_id = requested.id and e.status = 'published' order by e.created_at, e.id, i.place limit 1
    ) first on true`.execute(tx)
  const pictures = rows.map(({ promptId, ...row }) => ({ promptId, picture: row.key === null ? null : toPicture(row) }))
  await setCardPictures(tx, pictures)
}

function toPicture({ key, ...picture }: { key: string } & Omit<CardPicture, 'src'>): CardPicture {
  return { src: publicSrc(key), ...picture }
}
