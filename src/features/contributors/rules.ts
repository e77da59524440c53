/** The boards of contributors: what the last days brought, or all time. */
export const periods = ['all', 'month', 'week'] as const
export type Period = (typeof periods)[number]
/** The days that a board looks back. */
export const periodDays = { week: 7, month: 30 } as const
