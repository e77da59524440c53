import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { excerptVersion } from '../excerpt-rules.ts'
import type { Renewal } from './renew-stored.ts'
import { contentFacts } from './stored-facts.ts'

/** How many prompts each transaction recomputes. */
const batchRows = 200

/** Recomputes excerpts and hidden characters that an older version of the rules computed. */
export const excerptRenewal: Renewal = { renewSome: renewSomeExcerpts, isShown: true }

async function renewSomeExcerpts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select id, content from prompts where excerpt_version < ${excerptVersion}
    order by excerpt_version, id limit ${batchRows} for update skip locked`.execute(tx)
  if (rows.length === 0) return []
  const facts = rows.map(({ content }) => contentFacts(content))
  await sql`
    update prompts p set excerpt = new.excerpt, hidden_characters = new.hidden, excerpt_version = ${excerptVersion}
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${facts.map(({ excerpt }) => excerpt)}::text[],
      ${facts.map(({ hiddenCharacters }) => hiddenCharacters)}::jsonb[]
    ) as new (id, excerpt, hidden)
    where p.id = new.id`.execute(tx)
  return rows.map(({ id }) => id)
}
