import { type Selectable, sql } from 'kysely'
import { isTextVisibleToUser } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#platform/database/db.ts'
import { lowestId } from '#platform/ids.ts'
import { comparisonSource } from './comparison-queries.ts'
import type { ComparisonAnswersTable, ComparisonsTable } from './comparisons.table.ts'

/** How many comparisons a query reads, with all their answers. */
const batchSize = 20

/**
 * Exports a user's comparisons (streamed in batches), votes, blind rounds and results of attention checks. Leaves out
 * the text of another author's prompt that is no longer public, and the answers of the built-in engines, which quote
 * it.
 */
export async function exportComparisons(db: Db, userId: string) {
  const votes = await db
    .selectFrom('comparisonVotes')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('comparisonId')
    .execute()
  const blindRounds = await db
    .selectFrom('blindRounds')
    // Leaves out the comparison's owner, and open rounds, whose models the export would reveal.
    .select(['id', 'comparisonId', 'attention', 'outcome', 'drawnAt', 'answeredAt'])
    .where('userId', '=', userId)
    .where('answeredAt', 'is not', null)
    .orderBy('id')
    .execute()
  const attention = await db.selectFrom('attentionChecks').selectAll().where('userId', '=', userId).executeTakeFirst()
  return { comparisons: readOwnComparisons(db, userId), votes, blindRounds, attentionChecks: attention ?? null }
}

async function* readOwnComparisons(db: Db, userId: string) {
  for (let last: string = lowestId; ; ) {
    const comparisons = await readComparisonsAfter(db, userId, last)
    const { rows: answers } = await sql<Selectable<ComparisonAnswersTable>>`
      select * from comparison_answers
      where user_id = ${userId} and comparison_id = any(${comparisons.map(({ id }) => id)})
      order by comparison_id, place`.execute(db)
    for (const { textVisible, ...comparison } of comparisons)
      yield {
        ...comparison,
        content: textVisible ? comparison.content : '',
        answers: answers
          .filter(({ comparisonId }) => comparisonId === comparison.id)
          .map((answer) => (textVisible || answer.vendor !== 'built-in' ? answer : { ...answer, text: '' })),
      }
    if (comparisons.length < batchSize) return
    last = comparisons.at(-1)?.id ?? last
  }
}

async function readComparisonsAfter(db: Db, userId: string, last: string) {
  const { rows } = await sql<Selectable<ComparisonsTable> & { textVisible: boolean }>`
    select c.*, not c.from_prompt or ${isTextVisibleToUser(userId, sql`c.content`)} as text_visible
    from ${comparisonSource} where c.user_id = ${userId} and c.id > ${last} order by c.id limit ${batchSize}`.execute(
    db,
  )
  return rows
}
