import { createRoute, z } from '@hono/zod-openapi'
import { ReportedChangeRequest } from '#features/change-requests/contract.ts'
import { ReportedCollection } from '#features/collections/contract.ts'
import { AdminComment } from '#features/comments/contract.ts'
import { ReportedComparison } from '#features/comparison/contract.ts'
import { ReportedProfile } from '#features/contributors/contract.ts'
import { line } from '#features/writing/contract.ts'
import {
  created,
  errors,
  forMembers,
  forModerators,
  Id,
  jsonBody,
  ok,
  okOrNotFound,
  Paging,
  Time,
} from '#lib/http-contract.ts'
import { AdminPrompt, queuePageOf, removedReason, seenEditedAt } from './content-contract.ts'
import { password } from './people-contract.ts'
import { reportReasons } from './reason-rules.ts'
import { caseActions, caseStates, moderationLimits, type ReportableKind } from './rules.ts'

const byId = { params: z.object({ id: z.uuid() }) }
const { detailsMax } = moderationLimits
const person = z.object({ username: z.string() })

export const ReportCase = z
  .object({
    id: Id,
    state: z.enum(caseStates),
    openedAt: Time,
    prompt: z.union([AdminPrompt, z.null()]).openapi({
      description: 'The reported prompt, or the prompt of the reported comparison. Otherwise null.',
    }),
    comparison: z
      .union([ReportedComparison, z.null()])
      .openapi({ description: 'Null if no comparison is reported. Texts are truncated to 5,000 characters.' }),
    collection: z.union([ReportedCollection, z.null()]).openapi({ description: 'Null if no collection is reported.' }),
    comment: z.union([AdminComment, z.null()]).openapi({ description: 'Null if no comment is reported.' }),
    changeRequest: z
      .union([ReportedChangeRequest, z.null()])
      .openapi({ description: 'Null if no suggested edit is reported. Texts are truncated to 5,000 characters.' }),
    profile: z.union([ReportedProfile, z.null()]).openapi({ description: 'Null if no profile is reported.' }),
    reports: z
      .array(z.object({ reason: z.enum(reportReasons), details: z.string().nullable(), user: person, createdAt: Time }))
      .openapi({ description: 'The first 20 reports.' }),
    reportCount: z.number().int(),
    bannable: z.boolean().openapi({
      description: 'False if the content belongs to one of the site’s own accounts, which can’t be banned.',
    }),
    /** `version` is the prompt's version when the case was decided, or 0 if the case has no prompt. */
    decision: z.object({ at: Time, user: person, version: z.number().int() }).nullable(),
  })
  .openapi('ReportCase', {
    description:
      'All reports about one prompt, comparison, collection, comment, suggested edit or profile that are open together or were decided together.',
  })

export type ReportCase = z.infer<typeof ReportCase>

/** The id of each kind in a report. A forgotten kind doesn’t compile. */
const reportedIds = {
  promptId: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }),
  comparisonId: z.string().max(100).optional().openapi({ description: 'A published or shared comparison.' }),
  collectionId: z.string().min(1).max(300).optional().openapi({ description: 'An id or a slug.' }),
  exampleId: z.uuid().optional().openapi({ description: 'A published example.' }),
  commentId: z.uuid().optional(),
  changeRequestId: z.uuid().optional().openapi({ description: 'A suggested edit.' }),
  profileId: z.string().min(1).max(100).optional().openapi({ description: 'The username of a member.' }),
} satisfies Record<`${ReportableKind}Id`, z.ZodType>

const NewReport = z
  .object({
    ...reportedIds,
    reason: z.enum(reportReasons),
    details: line('text', { min: 0, max: detailsMax }).optional(),
  })
  .openapi('NewReport', { description: 'Send one of the ids.' })

export type NewReport = z.output<typeof NewReport>

const Decision = z
  .object({
    action: z.enum(caseActions),
    removedReason: removedReason.optional(),
    undo: z.boolean().optional(),
    password,
    editedAt: seenEditedAt,
  })
  .openapi('Decision', { description: '`undo` with `ban` does the same as `undo` in PersonEdit.' })

export type Decision = z.output<typeof Decision>

const idOrNull = z.union([Id, z.null()])
const Reported = z
  .object({
    promptId: idOrNull.openapi({
      description: 'The reported prompt, or the prompt of the reported comparison or example. Otherwise null.',
    }),
    ...({
      comparisonId: idOrNull,
      collectionId: idOrNull,
      exampleId: idOrNull,
      commentId: idOrNull,
      changeRequestId: idOrNull,
      profileId: idOrNull.openapi({ description: 'The id of the member whose profile is reported.' }),
    } satisfies Record<Exclude<keyof typeof reportedIds, 'promptId'>, z.ZodType>),
    state: z.enum(['open', 'decided']).openapi({
      description:
        'decided: moderators already decided your earlier report, and the content hasn’t changed since. The new report isn’t stored.',
    }),
  })
  .openapi('Reported')

export type Reported = z.infer<typeof Reported>

/** The endpoints of reports. */
export const reportContract = {
  reportContent: createRoute({
    method: 'post',
    path: '/api/reports',
    security: forMembers,
    tags: ['Moderation'],
    summary:
      'Reports a prompt, a comparison, a collection, an example, a comment, a suggested edit or a profile to the moderators; a repeated call changes nothing',
    request: { body: jsonBody(NewReport) },
    responses: {
      ...created(Reported, 'The state of the report.'),
      ...errors(401, 403, 404),
    },
  }),
  listReports: createRoute({
    method: 'get',
    path: '/api/admin/reports',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists cases of reports: open ones, oldest first, or decided ones, most recently decided first',
    request: {
      query: Paging.extend({
        state: z.enum(['open', 'decided']).default('open').openapi({ description: 'Which cases.' }),
        reason: z.enum(reportReasons).optional().openapi({ description: 'Only cases with a report for this reason.' }),
      }),
    },
    responses: { ...ok(queuePageOf(ReportCase).openapi('ReportPage'), 'A page of cases.'), ...errors(401, 403) },
  }),
  decideReport: createRoute({
    method: 'post',
    path: '/api/admin/reports/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary:
      'Decides a case: dismisses its reports, removes the content, bans its author (admins), or undoes the decision (`reopen`)',
    request: { ...byId, body: jsonBody(Decision) },
    responses: { ...okOrNotFound(ReportCase, 'The case after the decision.'), ...errors(401, 403, 409) },
  }),
}
