import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { similarityOf } from '../vector-rules.ts'

/**
 * A page of vectors: the ids of the prompts, and the sign bits, one vector after the other. `place`: the column of the last
 * one, a number that increases with each commit.
 */
export type StoredSigns = { place: string; ids: string[]; signs: Uint8Array }

/** The sign bits of up to 5,000 vectors whose `place` is greater than `after`; null if there are none. */
export async function readSigns(db: Db, after: string): Promise<StoredSigns | null> {
  const { rows } = await sql<{ promptId: string; signs: Buffer; place: string }>`
    select prompt_id, signs, place::text from prompt_embeddings
    where place > ${after}::bigint order by prompt_embeddings.place limit 5000`.execute(db)
  const last = rows.at(-1)
  if (!last) return null
  return {
    place: last.place,
    ids: rows.map(({ promptId }) => promptId),
    signs: Buffer.concat(rows.map(({ signs }) => signs)),
  }
}

/** Whether any prompt lacks its vector. */
export async function isAnyWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from prompt_embeddings where vector is null) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/** The prompts among `ids` that are most similar to a vector, up to `limit`, with the cosine of each. */
export async function mostSimilar(
  db: Db,
  vector: Float32Array,
  ids: string[],
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ promptId: string; vector: Buffer }>`
    select prompt_id, vector from prompt_embeddings where prompt_id = any(${ids}::uuid[]) and vector is not null`.execute(
    db,
  )
  const similarities = rows.map(({ promptId, vector: stored }): [string, number] => [
    promptId,
    similarityOf(vector, new Int8Array(stored.buffer, stored.byteOffset, stored.length)),
  ])
  return new Map(similarities.sort(([, one], [, other]) => other - one).slice(0, limit))
}
