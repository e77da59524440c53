import { sql } from 'kysely'
import { recordContentChange } from '#platform/database/content-changes.ts'
import type { Tx } from '#platform/database/db.ts'
import type { CardPicture } from '../contract.ts'
import { firstLinesOf } from '../first-lines-rules.ts'
import type { ResultSource } from '../rules.ts'

/**
 * A public result of a prompt. `sourceId` is the id of the run, comparison, example or prompt that has the whole, and
 * `userId` the member whose it is. `text` is the answer; its first 4,000 characters are enough. `model` is null if no
 * model made it.
 */
export type FoundResult = {
  promptId: string
  source: ResultSource
  sourceId: string
  userId: string | null
  model: string | null
  text: string | null
  picture?: CardPicture | null
  madeAt: Date
}

/** A result without a picture. */
export type FoundAnswer = Omit<FoundResult, 'picture'>

/**
 * Stores what was found as the newest public results of some prompts from some sources, and drops other results of
 * these sources. Then chooses what is shown beside each prompt: a result with a picture, else the newest answer, else
 * the editors' example. The caller must have locked the prompts before it looked for results, so that the later of two
 * concurrent calls sees what led to either call. A repeated call changes nothing.
 */
export async function storeResults(
  tx: Tx,
  { promptIds, sources }: { promptIds: string[]; sources: ResultSource[] },
  found: FoundResult[],
): Promise<void> {
  const shortened = found.map(({ text, ...result }) => ({ ...result, text: text && firstLinesOf(text) }))
  const rows = JSON.stringify(shortened.filter(({ text, picture }) => text || picture))
  const { rows: changed } = await sql<{ promptId: string }>`
    with found as (
      select * from jsonb_to_recordset(${rows}::jsonb) as f("promptId" uuid, source text, "sourceId" uuid,
        "userId" uuid, model text, text text, picture jsonb, "madeAt" timestamptz)
    ), gone as (
      delete from results r where r.prompt_id = any(${promptIds}) and r.source = any(${sources})
        and not exists (select from found f where f."promptId" = r.prompt_id and f.source = r.source)
      returning r.prompt_id
    ), stored as (
      insert into results as r (prompt_id, source, source_id, user_id, model, text, picture, made_at)
      select "promptId", source, "sourceId", "userId", model, text, picture, "madeAt" from found
      on conflict (prompt_id, source) do update set source_id = excluded.source_id, user_id = excluded.user_id,
        model = excluded.model, text = excluded.text, picture = excluded.picture, made_at = excluded.made_at
      where (r.source_id, r.user_id, r.model, r.text, r.picture, r.made_at) is distinct from
        (excluded.source_id, excluded.user_id, excluded.model, excluded.text, excluded.picture, excluded.made_at)
      returning r.prompt_id
    )
    select prompt_id from gone union select prompt_id from stored`.execute(tx)
  const changedIds = changed.map(({ promptId }) => promptId)
  if (changedIds.length === 0) return
  await chooseShown(tx, changedIds)
  await recordContentChange(tx, changedIds)
}

/** Marks the result that is shown beside each prompt. A prompt has only a few results. */
async function chooseShown(tx: Tx, promptIds: string[]): Promise<void> {
  await sql`update results set shown = false where prompt_id = any(${promptIds}) and shown`.execute(tx)
  await sql`
    update results r set shown = true from (
      select distinct on (prompt_id) prompt_id, source from results where prompt_id = any(${promptIds})
      order by prompt_id, rank, made_at desc, source
    ) best where r.prompt_id = best.prompt_id and r.source = best.source`.execute(tx)
}
