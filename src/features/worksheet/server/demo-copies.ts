import { heatOf } from '#features/catalogue/heat-rules.ts'
import { addCopies, takeBackCopies } from '#features/catalogue/server/move-copies.ts'
import type { Tx } from '#server/platform/db.ts'

type Copies = { promptId: string; copies: number }

/** Counts copies that nobody made, for showing, and writes down how many, so that they can be taken back. */
export async function addDemoCopies(tx: Tx, added: Copies[], now: Date): Promise<void> {
  await addCopies(
    tx,
    added.map(({ promptId, copies }) => ({ promptId, copies, heat: heatOf(copies, now) })),
    now,
  )
  await tx
    .insertInto('demo_copies')
    .values(added.map(({ promptId, copies }) => ({ prompt_id: promptId, copies, copied_at: now })))
    .execute()
}

/** Takes all of them back, from totals and heat alike: what people copied meanwhile stays. Answers how many went. */
export async function takeBackDemoCopies(tx: Tx, now: Date): Promise<number> {
  const taken = await tx
    .deleteFrom('demo_copies')
    .returning(['prompt_id as promptId', 'copies', 'copied_at as copiedAt'])
    .execute()
  await takeBackCopies(tx, taken, now)
  return taken.reduce((sum, { copies }) => sum + copies, 0)
}
