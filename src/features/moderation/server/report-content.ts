import { type Actor, requireMember } from '#platform/actor.ts'
import { invalidField } from '#platform/errors.ts'
import type { NewReport, Reported } from '../contract.ts'
import type { ModerationContext } from './moderation-context.ts'
import { reportChangeRequest } from './report-change-request.ts'
import { reportCollection } from './report-collection.ts'
import { reportComment } from './report-comment.ts'
import { reportComparison } from './report-comparison.ts'
import { reportExample } from './report-example.ts'
import { reportPrompt } from './report-prompt.ts'

const reportsPerMember = { name: 'report', points: 30, seconds: 3600 }

/**
 * Reports a published prompt, a comparison, a collection, an example, a comment or a suggested edit. A member's repeated
 * report changes nothing while the first one is open, or after its decision while the text is the same (`state` is then
 * `decided`). Throws AppError authentication_required, validation_failed, not_found, forbidden (own content),
 * rate_limited.
 */
export async function reportContent(context: ModerationContext, actor: Actor, report: NewReport): Promise<Reported> {
  const member = requireMember(actor)
  await context.limits.take(reportsPerMember, member.id)
  if (report.commentId !== undefined) return reportComment(context, member, report.commentId, report)
  if (report.changeRequestId !== undefined) return reportChangeRequest(context, member, report.changeRequestId, report)
  if (report.comparisonId !== undefined) return reportComparison(context, member, report.comparisonId, report)
  if (report.collectionId !== undefined) return reportCollection(context, member, report.collectionId, report)
  if (report.exampleId !== undefined) return reportExample(context, member, report.exampleId, report)
  if (report.promptId === undefined) throw invalidField('promptId', 'Specify which prompt to report.')
  return reportPrompt(context, member, report.promptId, report)
}
