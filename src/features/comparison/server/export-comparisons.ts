import { type Selectable, sql } from 'kysely'
import { isTextOpenTo } from '#features/catalogue/server/prompt-visibility.ts'
import type { Db } from '#server/platform/db.ts'
import { comparisonSource } from './comparison-queries.ts'
import type { ComparisonsTable } from './comparisons.table.ts'

/**
 * All of a person's comparisons and votes, for the export of their data. What is another's text is left empty where its
 * prompt is not public any more.
 */
export async function exportComparisons(db: Db, userId: string) {
  const [comparisons, answers, votes] = await Promise.all([
    readComparisons(db, userId),
    db
      .selectFrom('comparison_answers')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('comparison_id')
      .orderBy('place')
      .execute(),
    db.selectFrom('comparison_votes').selectAll().where('user_id', '=', userId).orderBy('comparison_id').execute(),
  ])
  return {
    comparisons: comparisons.map(({ text_seen, ...comparison }) => ({
      ...comparison,
      content: text_seen ? comparison.content : '',
      answers: answers
        .filter(({ comparison_id }) => comparison_id === comparison.id)
        .map((answer) => (text_seen || answer.vendor !== 'built-in' ? answer : { ...answer, text: '' })),
    })),
    votes,
  }
}

async function readComparisons(db: Db, userId: string) {
  const { rows } = await sql<Selectable<ComparisonsTable> & { text_seen: boolean }>`
    select c.*, not c.from_prompt or ${isTextOpenTo(userId, sql`c.content`)} as text_seen
    from ${comparisonSource} where c.user_id = ${userId} order by c.id`.execute(db)
  return rows
}
