import { z } from '@hono/zod-openapi'
import type { ClaimedGroups } from '#features/groups/server/follow-claim.ts'
import { isStorable, toStorable } from '#lib/well-formed.ts'

/**
 * A user of a provider. `subject` is the user's id at the provider. For the operator's own provider, the issuer and a
 * space precede the id. `email` is null unless the provider has confirmed it. Only the operator's provider has groups.
 */
export type Identity = { subject: string; name: string; email: string | null; groups?: ClaimedGroups }

const GithubUser = z.object({ id: z.number(), login: z.string() })
const GithubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const OpenIdUser = z.looseObject({
  // An id that can't be stored is refused. If `toStorable` changed ids, two could become equal.
  sub: z.string().min(1).max(255).refine(isStorable),
  name: z.string().optional(),
  preferred_username: z.string().optional(),
  email: z.string().optional(),
  // Some providers send booleans as strings.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
})

/** Reads GitHub's user and addresses. Throws a ZodError if they don't have the expected format. */
export function parseGithubUser(user: unknown, emails: unknown): Identity {
  const { id, login } = GithubUser.parse(user)
  const primaryEmail = GithubEmails.parse(emails).find(({ primary, verified }) => primary && verified)
  return { subject: `${id}`, name: toStorable(login), email: primaryEmail?.email ?? null }
}

/**
 * Reads the claims of an OpenID provider. For the operator's own provider (`own`), ids include the issuer, because the
 * operator may change providers. With `trustsEmails`, an address counts as confirmed unless the provider says that it
 * isn't. Throws a ZodError if the claims don't have the expected format.
 */
export function parseOpenIdUser(
  claims: unknown,
  own?: { issuer: string; trustsEmails: boolean; groupsClaim: string },
): Identity {
  const user = OpenIdUser.parse(claims)
  const { sub, email, email_verified: isVerified = own?.trustsEmails } = user
  const name = user.name ?? user.preferred_username ?? email ?? sub
  return {
    subject: own ? `${own.issuer} ${sub}` : sub,
    name: toStorable(name),
    email: isVerified && email ? email : null,
    ...(own && { groups: readGroups(user, own.groupsClaim) }),
  }
}

/**
 * Reads the claim about groups. A single group may be a text instead of a list. Null and an empty text count as no claim
 * (OpenID Connect Core 1.0, section 5.3.2).
 */
function readGroups(user: Record<string, unknown>, groupsClaim: string): ClaimedGroups {
  const claim = user[groupsClaim] ?? ''
  if (claim === '') return { kind: areGroupsWithheld(user, groupsClaim) ? 'withheld' : 'absent' }
  const list: unknown[] = Array.isArray(claim) ? claim : [claim]
  const values = list.filter((group) => typeof group === 'string')
  return values.length === list.length ? { kind: 'list', values } : { kind: 'invalid' }
}

/**
 * Tells whether groups are missing because they are too many for a token. Entra ID then says only where they could be
 * read (`_claim_names`, OpenID Connect Core 1.0, section 5.6.2), or that there are some (`hasgroups`).
 */
function areGroupsWithheld(user: Record<string, unknown>, groupsClaim: string): boolean {
  return groupsClaim in Object(user._claim_names) || (groupsClaim === 'groups' && Boolean(user.hasgroups))
}
