import { createRoute, z } from '@hono/zod-openapi'
import { created, errors, forMembers, Id, jsonBody, noContent, ok, Time } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'
import { claimStatuses, noteLimits, proofs } from './rules.ts'

export const Claim = z
  .object({
    id: Id,
    name: z.string().openapi({ description: 'The credited name.' }),
    status: z.enum(claimStatuses),
    proof: z.enum(proofs).openapi({
      description: 'github: by signing in to the GitHub account with that name. moderator: by a moderator’s decision.',
    }),
    note: z.string().openapi({ description: 'What the member wrote to the moderators.' }),
    createdAt: Time,
    decidedAt: Time.nullable(),
    holds: z.boolean().openapi({ description: 'Whether the prompts credited to the name count for this member now.' }),
  })
  .openapi('Claim', { description: 'A member’s statement that a name in the credits of imported prompts is theirs.' })
export type Claim = z.infer<typeof Claim>

const byName = z.object({ name: z.string().min(1).max(100) })
const tags = ['People']

export const claimsContract = {
  listOwnClaims: createRoute({
    method: 'get',
    path: '/api/user/claims',
    security: forMembers,
    tags,
    summary: 'Lists the credited names that you claimed, newest first',
    responses: { ...ok(z.array(Claim), 'Up to 100 claims.'), ...errors(401) },
  }),
  requestClaim: createRoute({
    method: 'post',
    path: '/api/authors/{name}/claim',
    security: forMembers,
    tags,
    summary:
      'Asks the moderators to confirm that a credited name is yours. If your GitHub account has that name, you can claim it immediately: POST /api/connections/github with `claim`',
    request: {
      params: byName,
      body: jsonBody(
        z.object({
          note: z
            .string()
            .trim()
            .min(noteLimits.min, { error: () => t('Use at least {min} characters', { min: noteLimits.min }) })
            .max(noteLimits.max, { error: () => t('Use at most {textMax} characters', { textMax: noteLimits.max }) })
            .regex(/^[^\0]*$/, { error: () => t('Leave out null characters') })
            .openapi({ description: 'Evidence that the name is yours.' }),
        }),
      ),
    },
    responses: {
      ...created(Claim, 'Your claim. If you already had an open claim to the name, that one is returned.'),
      ...errors(401, 404, 409),
    },
  }),
  releaseClaim: createRoute({
    method: 'delete',
    path: '/api/authors/{name}/claim',
    security: forMembers,
    tags,
    summary: 'Gives up a credited name, or withdraws an open claim',
    request: { params: byName },
    responses: { ...noContent('You no longer have or claim the name.'), ...errors(401) },
  }),
}
