import { sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { cosineOf } from '../vector-rules.ts'
import { isWaiting } from './embed-prompts.ts'

/**
 * A page of stored vectors, in the order in which they were stored: the place of the last one in that order
 * (`prompt_embeddings.place`), the prompts' ids, and the sign bits (`signsOf`) of all vectors, one after the other.
 */
export type StoredSigns = { place: string; ids: string[]; signs: Uint8Array }

/** Reads the sign bits of up to 5,000 vectors stored after a place, in that order. Returns null if there are none. */
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

/** Tells whether any prompt still has no vector, and no process computes it. */
export async function hasWaitingPrompt(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from prompt_embeddings where ${isWaiting}) as waiting`.execute(db)
  return rows[0]?.waiting ?? false
}

/**
 * Returns up to `limit` of the prompts in `ids` that are most similar to a vector, each with its similarity as a cosine.
 */
export async function findMostSimilar(
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
    cosineOf(vector, new Int8Array(stored.buffer, stored.byteOffset, stored.length)),
  ])
  return new Map(similarities.sort(([, one], [, other]) => other - one).slice(0, limit))
}
