import { sql } from 'kysely'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import { handleEach } from '#platform/work/handle-each.ts'
import { compactVector, encodedText, signsOf } from '../vector-rules.ts'

/** How many prompts a process claims at once. */
const batchRows = 8
/** For how long, in minutes, no other process computes a prompt's vector, and none tries again if that failed. */
const claimMinutes = 10
/**
 * The name of the lock that lets only one process at a time store vectors. This makes `place` increase with each commit.
 */
const storeLock = 'prompt_embeddings'

type UnembeddedPrompt = { promptId: string; version: string; title: string; content: string }

/** The SQL condition that a prompt has no vector and no process computes it. */
export const isWaiting = sql<boolean>`vector is null and (computing_until is null or computing_until < now())`

/**
 * Computes and stores the vectors of the prompts that have none yet, a few at a time and outside of transactions.
 * Returns how many it stored. Throws an Error at the end if vectors couldn't be computed.
 */
export async function embedWaiting(db: Db, encode: (text: string) => Promise<Float32Array>): Promise<number> {
  let storedCount = 0
  await handleEach({
    read: () => claimSome(db),
    handle: async (rows) => {
      const vectors: Float32Array[] = []
      for (const row of rows) vectors.push(await encode(encodedText(row)))
      storedCount += await inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext(${storeLock}))`.execute(tx)
        let count = 0
        for (const [index, row] of rows.entries()) count += await storeVector(tx, row, vectors[index] as Float32Array)
        return count
      })
    },
    idOf: ({ promptId }) => promptId,
  })
  return storedCount
}

/** Claims some prompts without a vector. A prompt whose vector couldn't be computed stays claimed for a while. */
async function claimSome(db: Db): Promise<UnembeddedPrompt[]> {
  const { rows } = await sql<UnembeddedPrompt>`
    update prompt_embeddings e set computing_until = now() + make_interval(mins => ${claimMinutes})
    from prompts p where p.id = e.prompt_id and e.prompt_id in (
      select prompt_id from prompt_embeddings where ${isWaiting} order by prompt_id limit ${batchRows}
      for update skip locked)
    returning e.prompt_id, e.version::text, p.title, p.content`.execute(db)
  return rows
}

/**
 * Stores a vector and returns the number of rows it changed. Skips a prompt whose row is locked, to avoid a deadlock, or
 * whose text has changed. Such a prompt gets its vector later.
 */
async function storeVector(tx: Tx, { promptId, version }: UnembeddedPrompt, vector: Float32Array): Promise<number> {
  const { numAffectedRows } = await sql`
    update prompt_embeddings e set vector = ${Buffer.from(compactVector(vector).buffer)}, signs = ${Buffer.from(signsOf(vector))},
      place = nextval('prompt_embedding_places'), computing_until = null
    from (select prompt_id from prompt_embeddings where prompt_id = ${promptId} and version = ${version}::bigint and vector is null
      for update skip locked) unchanged
    where e.prompt_id = unchanged.prompt_id`.execute(tx)
  return Number(numAffectedRows)
}
