/** The reasons that a report can give. */
export const reportReasons = ['spam', 'abuse', 'copyright', 'wrong_category', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
