import { lockWriter } from '#features/accounts/server/lock-user.ts'
import { lockPrompts } from '#features/catalogue/server/lock-prompts.ts'
import type { Member } from '#platform/actor.ts'
import { recordContentChange } from '#platform/database/content-changes.ts'
import { type Db, inTransaction, type Tx } from '#platform/database/db.ts'
import type { Jobs } from '#platform/work/jobs.ts'
import { removePicturesJob } from './remove-pictures.ts'
import { storeExampleResults } from './store-example-results.ts'

/**
 * Deletes a member's own example, if it exists. A job then removes the files of its pictures. Throws AppError
 * authentication_required if the account was banned or deleted in the meantime.
 */
export function deleteExample({ db, jobs }: { db: Db; jobs: Jobs }, member: Member, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockWriter(tx, member)
    const own = tx.selectFrom('examples').select('promptId').where('id', '=', id).where('userId', '=', member.id)
    const row = await own.executeTakeFirst()
    if (!row) return
    await lockPrompts(tx, [row.promptId])
    await tx.deleteFrom('examples').where('id', '=', id).where('userId', '=', member.id).execute()
    await storeExampleResults(tx, [row.promptId])
    await recordContentChange(tx, [row.promptId])
    await jobs.add(tx, removePicturesJob, {})
  })
}

/**
 * Deletes all examples and pictures of a user. Call it in the transaction that deletes the account. A job removes the
 * files.
 */
export async function deleteExamplesOf(tx: Tx, userId: string): Promise<void> {
  const rows = await tx.selectFrom('examples').select('promptId').distinct().where('userId', '=', userId).execute()
  const promptIds = rows.map(({ promptId }) => promptId)
  await lockPrompts(tx, promptIds)
  await tx.deleteFrom('examples').where('userId', '=', userId).execute()
  await tx.deleteFrom('examplePictures').where('userId', '=', userId).execute()
  await storeExampleResults(tx, promptIds)
  if (promptIds.length > 0) await recordContentChange(tx, promptIds)
}
