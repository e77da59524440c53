import { sql } from 'kysely'
import { changePrompt } from '#features/writing/server/edit-prompt.ts'
import { t } from '#lib/texts.ts'
import type { Member } from '#platform/actor.ts'
import type { Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'

type State = { version: number; status: string; groupIds: string[] }

/**
 * Makes a change as it will be made once it is approved, and takes it back at once. So whoever sends a change for
 * approval is refused exactly what would be refused later. Throws the AppErrors of `changePrompt`, or conflict if nothing
 * would change.
 */
export async function tryChange(
  tx: Tx,
  member: Member,
  request: Parameters<typeof changePrompt>[2],
  context: Parameters<typeof changePrompt>[3],
): Promise<void> {
  await sql`savepoint before_change`.execute(tx)
  const before = await readState(tx, request.idOrSlug)
  const onPublished = async () => undefined
  await changePrompt(tx, member, { ...request, approvedBy: member }, { ...context, onPublished })
  const after = await readState(tx, request.idOrSlug)
  await sql`rollback to savepoint before_change`.execute(tx)
  if (JSON.stringify(before) === JSON.stringify(after))
    throw new AppError('conflict', t('Nothing would change. Change something first.'))
}

function readState(tx: Tx, id: string): Promise<State> {
  return tx
    .selectFrom('prompts')
    .select(['version', 'status', 'groupIds'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}
