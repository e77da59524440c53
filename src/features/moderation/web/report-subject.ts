import type { ReportCase } from '#features/moderation/contract.ts'

/** How a case is called in a list, and whose the thing is. A comparison may belong to no prompt. */
export function subjectOf({ prompt, comparison }: ReportCase): { title: string; username: string } {
  return {
    title: prompt?.title ?? comparison?.name ?? 'A comparison',
    username: (comparison ?? prompt)?.user.username ?? '',
  }
}
