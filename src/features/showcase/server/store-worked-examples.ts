import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import { resultReadMax } from '#features/results/first-lines-rules.ts'
import { type FoundAnswer, storeResults } from '#features/results/server/store-results.ts'
import type { Tx } from '#platform/database/db.ts'

/** A worked example of a stored prompt. `writtenOn` is a day, such as `2026-11-29`. */
export type WorkedExampleDraft = {
  promptId: string
  filled: Record<string, string>
  text: string
  writtenOn: string
}

/** Stores the editors' worked examples of prompts as they are now. A prompt that has one keeps it. */
export async function addWorkedExamples(tx: Tx, drafts: WorkedExampleDraft[]): Promise<void> {
  await sql`
    insert into worked_examples (prompt_id, filled, text, content_hash, written_on)
    select d."promptId", d.filled, d.text, p.content_hash, d."writtenOn"
    from jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
      as d("promptId" uuid, filled jsonb, text text, "writtenOn" date) join prompts p on p.id = d."promptId"
    on conflict do nothing`.execute(tx)
  await storeWorkedExamples(
    tx,
    drafts.map(({ promptId }) => promptId),
  )
}

/** Updates which worked examples may be shown beside prompts: those that fill in the current text. */
export async function storeWorkedExamples(tx: Tx, promptIds: string[]): Promise<void> {
  await lockPrompts(tx, promptIds)
  const { rows } = await sql<FoundAnswer>`
    select w.prompt_id, 'editors' as source, w.prompt_id as source_id, null as user_id, null as model,
      left(w.text, ${resultReadMax + 1}) as text, w.written_on::timestamp at time zone 'UTC' as made_at
    from worked_examples w join prompts p on p.id = w.prompt_id and p.content_hash = w.content_hash
    where w.prompt_id = any(${promptIds})`.execute(tx)
  await storeResults(tx, { promptIds, sources: ['editors'] }, rows)
}
