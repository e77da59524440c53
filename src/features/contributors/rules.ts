/** The periods for which contributors are ranked. */
export const periods = ['all', 'month', 'week'] as const
export type Period = (typeof periods)[number]
/** The length of a period in days. */
export const periodDays = { week: 7, month: 30 } as const
