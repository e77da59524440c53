/** Why a member reports a prompt, as the contract names it. */
export const reportReasons = ['spam', 'abuse', 'copyright', 'wrong_category', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]
