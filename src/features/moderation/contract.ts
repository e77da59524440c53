import { createRoute, z } from '@hono/zod-openapi'
import { errors, forAdmins, forModerators, Id, noContent, ok, Paging, pageOf, Time } from '#lib/http-contract.ts'
import { catalogueContract } from './catalogue-contract.ts'
import { contentContract } from './content-contract.ts'
import { peopleContract } from './people-contract.ts'
import { reportContract } from './report-contract.ts'
import { queues } from './rules.ts'

export const AuditEntry = z
  .object({
    id: Id,
    at: Time,
    actor: z.object({
      kind: z.enum(['user', 'visitor', 'system']),
      id: Id.nullable(),
      name: z.string().nullable().openapi({ description: 'Null for visitors and deleted accounts.' }),
    }),
    action: z.string(),
    target: z
      .object({ kind: z.string(), id: z.string(), name: z.string().nullable(), slug: z.string().nullable() })
      .nullable(),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    /** The actor's IP address, shortened to /24 or /48. */
    network: z.string().nullable(),
  })
  .openapi('AuditEntry')

const Overview = z
  .object({
    openReports: z.number().int().openapi({ description: 'Open cases of reports.' }),
    waitingComments: z.number().int(),
    openClaims: z.number().int(),
    openExamples: z.number().int().openapi({ description: 'Examples that are pending or reported.' }),
    openMessages: z.number().int().nullable().openapi({ description: 'For admins only.' }),
    pendingPrompts: z.number().int(),
    alarmingPrompts: z
      .number()
      .int()
      .openapi({ description: 'Published prompts with alarms that no moderator has looked at.' }),
    removedPrompts: z.number().int(),
    publishedPrompts: z.number().int(),
    members: z.number().int(),
    bannedMembers: z.number().int(),
    tools: z.number().int(),
    categories: z.number().int(),
    oldest: z
      .array(z.object({ queue: z.enum(queues), id: z.string(), title: z.string(), since: Time }))
      .openapi({ description: 'Up to 3 items of each queue that have waited longest, the oldest first.' }),
    moderation: z.enum(['post', 'pre']).openapi({ description: 'pre: some new prompts wait for approval.' }),
  })
  .openapi('Overview', { description: 'All numbers except `publishedPrompts` and `tools` are counted up to 1,000.' })

export type AuditEntry = z.infer<typeof AuditEntry>

export type Overview = z.infer<typeof Overview>

/** The endpoints of reports, and most of those of the admin area. */
export const moderationContract = {
  ...reportContract,
  ...contentContract,
  ...catalogueContract,
  ...peopleContract,
  readOverview: createRoute({
    method: 'get',
    path: '/api/admin/overview',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Returns how many items are waiting for a decision, and the totals of the site',
    responses: { ...ok(Overview, 'The numbers.'), ...errors(401, 403) },
  }),
  listAudit: createRoute({
    method: 'get',
    path: '/api/admin/audit',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists the audit log, newest first',
    request: {
      query: Paging.extend({
        actor: z.string().max(30).optional().openapi({ description: 'A username.' }),
        action: z
          .string()
          .max(60)
          .optional()
          .openapi({ description: 'Only entries of this action, such as `prompt.remove`.' }),
        target: z
          .string()
          .max(120)
          .regex(/^\w+:.+$/, 'A target has the form kind:id.')
          .optional()
          .openapi({ description: 'Only entries about this object, as `kind:id`.' }),
      }),
    },
    responses: { ...ok(pageOf(AuditEntry).openapi('AuditEntryPage'), 'A page of entries.'), ...errors(401, 403) },
  }),
  clearCache: createRoute({
    method: 'post',
    path: '/api/cache/clear',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Clears the page cache of every process',
    responses: { ...noContent('Pages are rendered again on the next request.'), ...errors(401, 403) },
  }),
}
