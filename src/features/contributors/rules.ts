import { t } from '#lib/texts.ts'
/** How a score is calculated, in words. The database computes it (db/migrations/0156_contribution_scores.sql). */
export const scoreText = () =>
  t(
    '2 points per net vote, 1 per copy, 3 per accepted edit, and 1 per published prompt that anybody has copied. Your own votes and copies never count.',
  )

/** The periods for which contributors are ranked. */
export const periods = ['all', 'month', 'week'] as const
export type Period = (typeof periods)[number]
/** The length of a period in days. */
export const periodDays = { week: 7, month: 30 } as const
