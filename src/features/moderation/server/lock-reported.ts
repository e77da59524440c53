import { sql } from 'kysely'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import type { Tx } from '#server/platform/db.ts'

type Reported = { promptId: string | null; comparisonId: string | null }

/**
 * Holds what is reported until the transaction ends, before its case: who reports and who decides never wait for each
 * other in a circle. A comparison is held by its prompt, where it has one.
 */
export async function lockReported(tx: Tx, { promptId, comparisonId }: Reported): Promise<void> {
  if (promptId !== null) await lockPrompts(tx, [promptId])
  else if (comparisonId !== null) await lockComparison(tx, comparisonId)
}

async function lockComparison(tx: Tx, id: string): Promise<void> {
  await sql`select from comparisons where id = ${id} for no key update`.execute(tx)
}
