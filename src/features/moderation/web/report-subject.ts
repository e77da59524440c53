import type { AdminComment } from '#features/comments/contract.ts'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { shorten } from '#lib/shorten.ts'

const titleMax = 120

/** Returns the beginning of a comment, which is its title in a list. */
export function commentTitle({ content }: Pick<AdminComment, 'content'>): string {
  return shorten(content.replace(/\s+/g, ' '), titleMax)
}

/** Returns the title of a case in a list, and the owner of the reported content. */
export function subjectOf({ prompt, comparison, collection, comment, changeRequest }: ReportCase): {
  title: string
  username: string
} {
  return {
    title: comment
      ? commentTitle(comment)
      : (prompt?.title ?? collection?.title ?? changeRequest?.title ?? comparison?.name ?? 'A comparison'),
    username: (comment ?? comparison ?? collection ?? changeRequest ?? prompt)?.user.username ?? '',
  }
}

/**
 * Tells whether all reports are about the prompt's category, in which case moving the prompt closes the case. Returns
 * false if `reports` lacks some of them, since these may have another reason.
 */
export function isOnlyAboutCategory({ reports, reportCount }: Pick<ReportCase, 'reports' | 'reportCount'>): boolean {
  return reports.length === reportCount && reports.every(({ reason }) => reason === 'wrong_category')
}
