import { sql } from 'kysely'
import type { Tx } from '#server/platform/db.ts'
import { creditVersion } from '../credit-rules.ts'
import type { Renewal } from './renew-stored.ts'
import { type CreditedPrompt, storeCredits } from './store-credits.ts'
import { storedColumns } from './stored-prompt.ts'

/** How many prompts each transaction recomputes. */
const batchRows = 200

/**
 * Recomputes the credited authors of prompts if an older version of the rules computed them. Updates the prompt counts
 * of the former and the new authors.
 */
export const creditedNameRenewal: Renewal = { renewSome: renewSomeCredits, isShown: true }

async function renewSomeCredits(tx: Tx): Promise<string[]> {
  const { rows } = await sql<CreditedPrompt>`
    select ${storedColumns}, p.credit from prompts p where p.credit is not null and p.credit_version < ${creditVersion}
    order by p.credit_version, p.id limit ${batchRows} for no key update skip locked`.execute(tx)
  if (rows.length > 0) await storeCredits(tx, rows)
  return rows.map(({ id }) => id)
}
