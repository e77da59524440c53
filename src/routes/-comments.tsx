import { lateSection } from '#ui/late-section.tsx'

/** Loads the button that reports a comment. It belongs to a feature that comments may not import. */
export const loadReportButton = () =>
  import('#features/moderation/web/report-comment-button.tsx').then(({ ReportCommentButton }) => ReportCommentButton)

/** The comments on a page. `cursor` is part of the address, so that older comments can be read without JavaScript. */
export const Comments = lateSection(() =>
  import('#features/comments/web/comments-section.tsx').then(({ CommentsSection }) => CommentsSection),
)
