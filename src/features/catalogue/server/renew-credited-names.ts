import { sql } from 'kysely'
import type { Tx } from '#platform/db.ts'
import { creditVersion } from '../credit-rules.ts'
import type { Renewal } from './renew-stored.ts'
import { type CreditedPrompt, storeCredits } from './store-credits.ts'
import { storedColumns } from './stored-prompt.ts'

const isDue = sql`r.credit is not null and r.credit_version < ${creditVersion}`

/**
 * Recomputes the credited authors of prompts if an older version of the rules computed them. Updates the prompt counts
 * of the former and the new authors.
 */
export const creditedNameRenewal: Renewal = {
  table: 'prompts',
  isDue,
  batchRows: 200,
  renew: renewCredits,
  isShown: true,
}

async function renewCredits(tx: Tx, ids: string[]): Promise<string[]> {
  const { rows } = await sql<CreditedPrompt>`
    select ${storedColumns}, p.credit from prompts p
    where p.id in (select r.id from prompts r where r.id = any(${ids}) and ${isDue}) order by p.id
    for no key update skip locked`.execute(tx)
  if (rows.length > 0) await storeCredits(tx, rows)
  return rows.map(({ id }) => id)
}
