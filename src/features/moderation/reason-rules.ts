/** The reasons to report something, as in the contract. */
export const reportReasons = ['spam', 'abuse', 'copyright', 'wrong_category', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
