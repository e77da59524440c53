import { sql } from 'kysely'
import { recordContentChange } from '#platform/content-changes.ts'
import type { Tx } from '#platform/db.ts'
import type { CardPicture } from '../contract.ts'

/**
 * Stores the card picture of each prompt if it has changed. The caller must lock the prompts (`lockPrompts`) before it
 * chooses the pictures.
 */
export async function setCardPictures(
  tx: Tx,
  pictures: { promptId: string; picture: CardPicture | null }[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update prompts p set example_picture = new.picture
    from jsonb_to_recordset(${JSON.stringify(pictures)}) as new("promptId" uuid, picture jsonb)
    where p.id = new."promptId" and p.example_picture is distinct from new.picture returning p.id`.execute(tx)
  if (rows.length > 0)
    await recordContentChange(
      tx,
      rows.map(({ id }) => id),
    )
}
