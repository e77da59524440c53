import { lateSection } from '#ui/late-section.tsx'

/** Loads the button that reports a comment, of a higher feature than comments. */
export const loadReportButton = () =>
  import('#features/moderation/web/report-comment-button.tsx').then(({ ReportCommentButton }) => ReportCommentButton)

/** The comments on a page. `cursor` is in the address, so that older ones can be read without JavaScript. */
export const Comments = lateSection(() =>
  import('#features/comments/web/comments-section.tsx').then(({ CommentsSection }) => CommentsSection),
)
