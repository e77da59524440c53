import { createRoute, z } from '@hono/zod-openapi'
import { Claim } from '#features/claims/contract.ts'
import { claimActions } from '#features/claims/rules.ts'
import { Message } from '#features/contact/contract.ts'
import {
  created,
  errors,
  forAdmins,
  forModerators,
  Id,
  jsonBody,
  noContent,
  ok,
  okOrNotFound,
  Paging,
  pageOf,
  Time,
} from '#lib/http-contract.ts'

const byId = { params: z.object({ id: z.uuid() }) }
const person = z.object({ username: z.string() })

const booleanText = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The caller's own password, for roles, bans and reset links. Required if they signed in more than 12 hours ago. */
export const password = z
  .string()
  .max(128)
  .optional()
  .openapi({ description: 'Your own password. Required if you signed in more than 12 hours ago.' })

export const Person = z
  .object({
    id: Id,
    username: z.string(),
    role: z.enum(['user', 'moderator', 'admin']),
    banned: z.boolean(),
    prompts: z.number().int().openapi({ description: 'Published prompts.' }),
    createdAt: Time,
  })
  .openapi('Person')

export const ResetLink = z
  .object({
    link: z.string(),
    email: z.string().openapi({ description: 'The account’s address, for sending the link.' }),
    expiresAt: Time,
  })
  .openapi('ResetLink')

export type ResetLink = z.infer<typeof ResetLink>

export type Person = z.infer<typeof Person>

export const AdminClaim = Claim.extend({
  user: person.openapi({ description: 'The member who claims the name.' }),
  holder: z.union([person, z.null()]).openapi({ description: 'The member who holds the name now.' }),
  promptCount: z.number().int().nullable().openapi({
    description:
      'How many published prompts an approval would link to the member, counted up to 1,000. Null if a member holds the name.',
  }),
}).openapi('AdminClaim')

export type AdminClaim = z.infer<typeof AdminClaim>

const ClaimDecision = z.object({ action: z.enum(claimActions) }).openapi('ClaimDecision')

export type ClaimDecision = z.output<typeof ClaimDecision>

const PersonEdit = z
  .object({
    role: z.enum(['user', 'moderator', 'admin']).optional(),
    banned: z.boolean().optional(),
    undo: z.boolean().optional().openapi({
      description:
        'With `banned: true`: removes their prompts, comments, undecided suggested edits, collections and examples, unpublishes their comparisons, deletes their votes, saves and open reports, and reverts their edits of other people’s prompts that nobody else has edited since.',
    }),
    password,
  })
  .openapi('PersonEdit')

export type PersonEdit = z.output<typeof PersonEdit>

/** The endpoints about members: accounts, claims, profiles and messages. */
export const peopleContract = {
  listPeople: createRoute({
    method: 'get',
    path: '/api/admin/users',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists users, newest first',
    request: {
      query: Paging.extend({
        q: z.string().max(254).optional().openapi({ description: 'A part of the name, or a whole email address.' }),
        role: z.enum(['user', 'moderator', 'admin']).optional().openapi({ description: 'Only users with this role.' }),
        banned: booleanText.optional().openapi({ description: 'true: only banned users. false: only others.' }),
      }),
    },
    responses: { ...ok(pageOf(Person).openapi('PersonPage'), 'A page of users.'), ...errors(401, 403) },
  }),
  changePerson: createRoute({
    method: 'patch',
    path: '/api/admin/users/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Changes a user’s role, bans them (which ends their sessions) or lifts the ban',
    request: { ...byId, body: jsonBody(PersonEdit) },
    responses: { ...okOrNotFound(Person, 'The user.'), ...errors(401, 403, 409) },
  }),
  listClaims: createRoute({
    method: 'get',
    path: '/api/admin/claims',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Lists claims to credited names: open ones, oldest first, or decided ones, newest first',
    request: {
      query: Paging.extend({
        state: z.enum(['open', 'decided']).default('open').openapi({ description: 'Which claims.' }),
      }),
    },
    responses: { ...ok(pageOf(AdminClaim).openapi('AdminClaimPage'), 'A page of claims.'), ...errors(401, 403) },
  }),
  decideClaim: createRoute({
    method: 'post',
    path: '/api/admin/claims/{id}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Approves or declines a claim, or revokes an approved one; the member gets an email',
    request: { ...byId, body: jsonBody(ClaimDecision) },
    responses: { ...okOrNotFound(AdminClaim, 'The claim.'), ...errors(401, 403, 409) },
  }),
  removeProfile: createRoute({
    method: 'delete',
    path: '/api/admin/profiles/{username}',
    security: forModerators,
    tags: ['Admin'],
    summary: 'Removes a member’s bio and link',
    request: { params: z.object({ username: z.string().min(1).max(100) }) },
    responses: { ...noContent('Both are removed, or the member had neither.'), ...errors(401, 403, 404) },
  }),
  listMessages: createRoute({
    method: 'get',
    path: '/api/admin/messages',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Lists messages from /contact, open or done, newest first',
    request: {
      query: Paging.extend({
        state: z.enum(['open', 'done']).default('open').openapi({ description: 'Which messages.' }),
      }),
    },
    responses: { ...ok(pageOf(Message).openapi('MessagePage'), 'A page of messages.'), ...errors(401, 403) },
  }),
  markMessage: createRoute({
    method: 'patch',
    path: '/api/admin/messages/{id}',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Marks a message as done or open',
    request: { ...byId, body: jsonBody(z.object({ done: z.boolean() }).openapi('MessageEdit')) },
    responses: { ...okOrNotFound(Message, 'The current message.'), ...errors(401, 403) },
  }),
  makeResetLink: createRoute({
    method: 'post',
    path: '/api/admin/messages/{id}/reset-link',
    security: forAdmins,
    tags: ['Admin'],
    summary: 'Makes the password reset link that a member asked for in this message, on a site without email',
    request: { ...byId, body: jsonBody(z.object({ password }).openapi('ResetLinkRequest')) },
    responses: { ...created(ResetLink, 'The link, which isn’t shown again.'), ...errors(401, 403, 404) },
  }),
}
