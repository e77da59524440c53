import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { excerptVersion } from '../excerpt-rules.ts'
import type { Renewal } from './renew-stored.ts'
import { contentFacts } from './stored-facts.ts'

const isDue = sql`r.excerpt_version < ${excerptVersion}`

/** Recomputes excerpts and hidden characters that an older version of the rules computed. */
export const excerptRenewal: Renewal = {
  table: 'prompts',
  isDue,
  batchRows: 200,
  renew: renewExcerpts,
  isShown: true,
}

async function renewExcerpts(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; content: string }>`
    select r.id, r.content from prompts r where r.id = any(${ids}) and ${isDue} for update skip locked`.execute(tx)
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
