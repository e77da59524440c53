/** The reasons for which something can be reported. */
export const reportReasons = ['spam', 'abuse', 'copyright', 'wrong_category', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
