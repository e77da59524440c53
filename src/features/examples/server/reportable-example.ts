import { sql } from 'kysely'
import { msg, t } from '#lib/texts.ts'
import { notFound } from '#platform/errors.ts'
import type { Reportable } from '#platform/reportable.ts'
import { lockExampleOrThrow } from './change-example-status.ts'
import { exampleSource, isShown } from './example-queries.ts'

/** Public examples. Their reports have no cases, because examples never change and have a queue of their own. */
export const reportableExample: Reportable = {
  ownHint: msg('This example is your own. You can delete it.'),
  async find(tx, _, id) {
    const { promptId, userId } = await lockExampleOrThrow(tx, id)
    const { rows } = await sql`select from ${exampleSource} where e.id = ${id} and ${isShown}`.execute(tx)
    if (rows.length === 0) throw notFound(t('This example'))
    return { id, authorId: userId, promptId }
  },
}
