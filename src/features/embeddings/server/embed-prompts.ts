import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#server/platform/db.ts'
import { compactVector, encodedText, signsOf } from '../vector-rules.ts'

/** How many prompts one transaction handles. */
const batchRows = 8
/**
 * The name of the lock that lets only one process at a time store vectors. This makes `place` increase with each commit.
 */
const storeLock = 'prompt_embeddings'

type UnembeddedPrompt = { promptId: string; version: string; title: string; content: string }

/**
 * Computes and stores the vectors of a few prompts that have none yet. Returns how many it stored, or 0 if another
 * process is storing vectors.
 */
export async function embedSome(db: Db, encode: (text: string) => Promise<Float32Array>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const lock = await sql<{ isAcquired: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${storeLock})) as is_acquired`.execute(tx)
    if (!lock.rows[0]?.isAcquired) return 0
    const { rows } = await sql<UnembeddedPrompt>`
      select e.prompt_id, e.version::text, p.title, p.content from prompt_embeddings e join prompts p on p.id = e.prompt_id
      where e.vector is null order by e.prompt_id limit ${batchRows}`.execute(tx)
    const vectors: Float32Array[] = []
    for (const row of rows) vectors.push(await encode(encodedText(row)))
    // All vectors are computed before the first is stored. An edit of one of the prompts then waits only milliseconds.
    let storedCount = 0
    for (const [index, row] of rows.entries()) storedCount += await storeVector(tx, row, vectors[index] as Float32Array)
    return storedCount
  })
}

/**
 * Stores a vector and returns the number of rows it changed. Skips a prompt whose row is locked, to avoid a deadlock, or
 * whose text has changed. Such a prompt gets its vector later.
 */
async function storeVector(tx: Tx, { promptId, version }: UnembeddedPrompt, vector: Float32Array): Promise<number> {
  const { numAffectedRows } = await sql`
    update prompt_embeddings e set vector = ${Buffer.from(compactVector(vector).buffer)}, signs = ${Buffer.from(signsOf(vector))},
      place = nextval('prompt_embedding_places')
    from (select prompt_id from prompt_embeddings where prompt_id = ${promptId} and version = ${version}::bigint
      for update skip locked) unchanged
    where e.prompt_id = unchanged.prompt_id`.execute(tx)
  return Number(numAffectedRows)
}
