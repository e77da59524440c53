import { lateSection } from '#ui/lists/late-section.tsx'

/**
 * Loads the button that reports a comment. The comments feature receives the button from here because it may not import
 * the moderation feature.
 */
export const loadReportButton = () =>
  import('#features/moderation/web/reports/report-button.tsx').then(({ ReportButton }) => ReportButton)

/**
 * The comments below a page. The prop `cursor` comes from the page's address, so older comments can be read without
 * JavaScript.
 */
export const Comments = lateSection(() =>
  import('#features/comments/web/comments-section.tsx').then(({ CommentsSection }) => CommentsSection),
)
