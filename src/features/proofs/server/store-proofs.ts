import { sql } from 'kysely'
import { isEndedModel } from '#features/models/server/record-offers.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import type { Proof } from '../contract.ts'
import { type ProofSource, provedShare } from '../rules.ts'

/** What a source shows about a prompt on a model. At least one of the answers was complete. */
export type FoundProof = Pick<Proof, 'model' | 'passed' | 'answered' | 'current'> & { promptId: string; madeAt: Date }

/**
 * Stores what was found as the proofs of some prompts from a source, and drops its other proofs. Returns the ids of the
 * prompts whose proofs changed. The caller must have locked the prompts before it looked for proofs.
 */
export async function storeProofs(
  tx: Tx,
  { promptIds, source }: { promptIds: string[]; source: ProofSource },
  found: FoundProof[],
): Promise<string[]> {
  const { rows } = await sql<{ promptId: string }>`
    with found as (
      select * from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as f("promptId" uuid, model text,
        current boolean, passed integer, answered integer, "madeAt" timestamptz)
    ), gone as (
      delete from proofs r where r.prompt_id = any(${promptIds}) and r.source = ${source}
        and not exists (select from found f where f."promptId" = r.prompt_id and f.model = r.model)
      returning r.prompt_id
    ), stored as (
      insert into proofs as r (prompt_id, source, model, current, passed, answered, made_at)
      select "promptId", ${source}, model, current, passed, answered, "madeAt" from found
      on conflict (prompt_id, source, model) do update set current = excluded.current, passed = excluded.passed,
        answered = excluded.answered, made_at = excluded.made_at
      where (r.current, r.passed, r.answered, r.made_at) is distinct from
        (excluded.current, excluded.passed, excluded.answered, excluded.made_at)
      returning r.prompt_id
    )
    select prompt_id from gone union select prompt_id from stored`.execute(tx)
  return rows.map(({ promptId }) => promptId)
}

/**
 * Returns the best proof of each of these prompts that has any: proofs of the best state, and of these the newest.
 * Results of tests decide about their model: an answer in a comparison doesn't make up for low results. A prompt has
 * only a few proofs.
 */
export async function readBestProofs(db: Db, promptIds: string[]): Promise<Map<string, Proof>> {
  const { rows } = await sql<Omit<Proof, 'madeAt'> & { promptId: string; madeAt: Date }>`
    select distinct on (prompt_id) prompt_id, state, source, model, passed, answered, current, made_at
    from (
      select f.*, case when f.passed * 2 < f.answered then 'failed' when ${isEndedModel(sql`f.model`)} then 'ended'
        when f.current and f.passed >= f.answered * ${sql.lit(provedShare)} then 'proved' else 'partly' end as state
      from proofs f where f.prompt_id = any(${promptIds}) and (f.source = 'test' or not exists (
        select from proofs t where t.prompt_id = f.prompt_id and t.source = 'test' and t.model = f.model and t.current))
    ) graded
    order by prompt_id, array_position(array['proved', 'partly', 'ended', 'failed'], state), made_at desc, source, model`.execute(
    db,
  )
  return new Map(rows.map(({ promptId, madeAt, ...proof }) => [promptId, { ...proof, madeAt: madeAt.toISOString() }]))
}
