import { createRoute, z } from '@hono/zod-openapi'
import { created, errors, forAdmins, Id, jsonBody, noContent, ok, Time, visibleName } from '#lib/http-contract.ts'
import { invitationLimits as limits, invitationMessages as messages } from './rules.ts'

export const Invitation = z
  .object({
    id: Id,
    label: z.string().openapi({ description: 'Who the invitation is for.' }),
    uses: z.number().int().openapi({ description: 'How many people registered with the invitation.' }),
    usesMax: z.number().int(),
    createdAt: Time,
    expiresAt: Time,
    works: z
      .boolean()
      .openapi({ description: 'Whether people can still register: the invitation isn’t used up, revoked or expired.' }),
  })
  .openapi('Invitation')

export const NewInvitation = Invitation.extend({
  url: z.string().openapi({ description: 'The link to share. It is shown only once.' }),
}).openapi('NewInvitation')

/** `uses` becomes `usesMax` of the invitation, and `days` is how long the invitation works. */
export const InvitationDraft = z.object({
  label: visibleName(limits.labelMax, messages),
  uses: z
    .number()
    .int({ error: () => messages.uses })
    .min(1, { error: () => messages.uses })
    .max(limits.usesMax, { error: () => messages.uses })
    .default(1),
  days: z
    .number()
    .int({ error: () => messages.days })
    .min(1, { error: () => messages.days })
    .max(limits.daysMax, { error: () => messages.days })
    .default(limits.daysDefault),
})

export type Invitation = z.infer<typeof Invitation>
export type NewInvitation = z.infer<typeof NewInvitation>
export type InvitationDraft = z.infer<typeof InvitationDraft>

const path = '/api/admin/invitations'

export const invitationsContract = {
  listInvitations: createRoute({
    method: 'get',
    path,
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists the invitations to register',
    responses: {
      ...ok(
        z.array(Invitation),
        `Up to ${2 * limits.usableMax} invitations: those that work, then those that no longer work, both newest first.`,
      ),
      ...errors(401, 403),
    },
  }),
  createInvitation: createRoute({
    method: 'post',
    path,
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Creates a link with which people can register',
    request: { body: jsonBody(InvitationDraft) },
    responses: { ...created(NewInvitation, 'The invitation.'), ...errors(401, 403, 409) },
  }),
  revokeInvitation: createRoute({
    method: 'delete',
    path: `${path}/{id}`,
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Revokes an invitation immediately; accounts created with it remain',
    request: { params: z.object({ id: z.uuid() }) },
    responses: { ...noContent('The invitation is revoked or doesn’t exist.'), ...errors(401, 403) },
  }),
}
