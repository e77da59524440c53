import { z } from '@hono/zod-openapi'
import { isStorable, toStorable } from '#lib/well-formed.ts'

/**
 * A user of a provider. `subject` is the user's id at the provider. For the operator's own provider, the issuer and a
 * space precede the id. `email` is null unless the provider has confirmed it. Only the operator's provider has groups.
 * They are undefined if it withholds them, so nothing is known about them.
 */
export type Identity = { subject: string; name: string; email: string | null; groups?: readonly string[] }

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

/** The maximum number of groups that are read. */
const groupsMax = 2000

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
    ...(own && !areGroupsWithheld(user, own.groupsClaim) && { groups: readGroups(user[own.groupsClaim]) }),
  }
}

/**
 * Tells whether a claim about groups is missing because they are too many for a token. Entra ID then says only where they
 * could be read (`_claim_names`, OpenID Connect Core 1.0, section 5.6.2), or that there are some (`hasgroups`).
 */
function areGroupsWithheld(user: Record<string, unknown>, groupsClaim: string): boolean {
  if (user[groupsClaim] !== undefined) return false
  return groupsClaim in Object(user._claim_names) || (groupsClaim === 'groups' && Boolean(user.hasgroups))
}

/** Returns the groups in a claim. A single group may be a string instead of a list. */
function readGroups(claim: unknown): string[] {
  const list = Array.isArray(claim) ? claim : [claim]
  return list.slice(0, groupsMax).filter((group): group is string => typeof group === 'string')
}
