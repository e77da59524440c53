import type { Db } from '#server/platform/db.ts'

/** All of a person's comparisons and votes, for the export of their data. */
export async function exportComparisons(db: Db, userId: string) {
  const [comparisons, answers, votes] = await Promise.all([
    db.selectFrom('comparisons').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
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
    comparisons: comparisons.map((comparison) => ({
      ...comparison,
      answers: answers.filter(({ comparison_id }) => comparison_id === comparison.id),
    })),
    votes,
  }
}
