import { reportableChangeRequest } from '#features/change-requests/server/reportable-change-request.ts'
import { reportableCollection } from '#features/collections/server/reportable-collection.ts'
import { reportableComment } from '#features/comments/server/reportable-comment.ts'
import { reportableComparison } from '#features/comparison/server/reportable-comparison.ts'
import { reportableProfile } from '#features/contributors/server/reportable-profile.ts'
import { reportableExample } from '#features/examples/server/reportable-example.ts'
import type { Reportables } from '#features/moderation/server/reportables.ts'
import { reportablePrompt } from '#features/writing/server/reportable-prompt.ts'
import { hooks } from './hooks.ts'

/** What members can report, as each feature describes its own content. */
export const reportables: Reportables = {
  prompt: reportablePrompt(hooks),
  comparison: reportableComparison,
  collection: reportableCollection,
  example: reportableExample,
  comment: reportableComment(hooks),
  changeRequest: reportableChangeRequest,
  profile: reportableProfile,
}
