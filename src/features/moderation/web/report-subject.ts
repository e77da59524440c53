import type { ReportCase } from '#features/moderation/contract.ts'

/** The title of a case in a list, and the owner of what is reported. A comparison may belong to no prompt. */
export function subjectOf({ prompt, comparison, collection }: ReportCase): { title: string; username: string } {
  return {
    title: prompt?.title ?? collection?.title ?? comparison?.name ?? 'A comparison',
    username: (comparison ?? collection ?? prompt)?.user.username ?? '',
  }
}
