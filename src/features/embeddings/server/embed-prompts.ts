import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { compactVector, encodedText, signsOf } from '../vector-rules.ts'

/** Prompts per transaction. */
const batchRows = 8
/** The key of the lock that lets one process at a time store vectors, so that places grow in the order of commits. */
const storing = 'prompt_embeddings'

type Waiting = { promptId: string; version: string; title: string; content: string }

/** Computes the vectors of some prompts that wait for theirs. Returns how many; 0 also while another process does. */
export async function embedSome(db: Db, encode: (text: string) => Promise<Float32Array>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const lock = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${storing})) as mine`.execute(tx)
    if (!lock.rows[0]?.mine) return 0
    const { rows } = await sql<Waiting>`
      select e.prompt_id, e.version::text, p.title, p.content from prompt_embeddings e join prompts p on p.id = e.prompt_id
      where e.vector is null order by e.prompt_id limit ${batchRows}`.execute(tx)
    const vectors: Float32Array[] = []
    for (const row of rows) vectors.push(await encode(encodedText(row)))
    // Only now, so that a change of one of the prompts waits for milliseconds.
    let stored = 0
    for (const [index, row] of rows.entries()) stored += await storeVector(tx, row, vectors[index] as Float32Array)
    return stored
  })
}

/** Waits for nobody, so that it can't be part of a deadlock: a prompt that is being changed gets its vector later. */
async function storeVector(tx: Tx, { promptId, version }: Waiting, vector: Float32Array): Promise<number> {
  const { numAffectedRows } = await sql`
    update prompt_embeddings e set vector = ${Buffer.from(compactVector(vector).buffer)}, signs = ${Buffer.from(signsOf(vector))},
      place = nextval('prompt_embedding_places')
    from (select prompt_id from prompt_embeddings where prompt_id = ${promptId} and version = ${version}::bigint
      for update skip locked) unchanged
    where e.prompt_id = unchanged.prompt_id`.execute(tx)
  return Number(numAffectedRows)
}
