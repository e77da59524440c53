/** The reasons that a report can give. */
export const reportReasons = ['spam', 'abuse', 'copyright', 'wrong_category', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

/** Returns the reasons that fit what is reported. Only prompts have a category. */
export function reasonsFor({ isPrompt }: { isPrompt: boolean }): readonly ReportReason[] {
  return isPrompt ? reportReasons : reportReasons.filter((reason) => reason !== 'wrong_category')
}
