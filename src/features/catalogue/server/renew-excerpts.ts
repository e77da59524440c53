import { sql } from 'kysely'
import { everything, recordContentChange } from '#server/platform/content-changes.ts'
import { type Db, inTransaction } from '#server/platform/db.ts'
import { excerptOf, excerptVersion } from '../excerpt-rules.ts'

/** Prompts per transaction. */
const batchRows = 200

/** Renews excerpts that older rules made; returns how many. Several processes may run it at once. */
export async function renewExcerpts(db: Db): Promise<number> {
  for (let renewed = 0; ; ) {
    const count = await inTransaction(db, async (tx) => {
      const { rows } = await sql<{ id: string; content: string }>`
        select id, content from prompts where excerpt_version < ${excerptVersion}
        order by excerpt_version, id limit ${batchRows} for update skip locked`.execute(tx)
      if (rows.length === 0) return 0
      await sql`
        update prompts p set excerpt = new.excerpt, excerpt_version = ${excerptVersion}
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ content }) => excerptOf(content))}::text[])
          as new (id, excerpt)
        where p.id = new.id`.execute(tx)
      await recordContentChange(tx, [everything])
      return rows.length
    })
    if (count === 0) return renewed
    renewed += count
  }
}
