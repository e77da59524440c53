import { isResourcePath } from '#features/oauth/rules.ts'
import { findGrantMember } from '#features/oauth/server/find-grant-member.ts'
import { findTokenMember, type MemberSettings } from '#features/tokens/server/find-token-member.ts'
import type { Member } from '#platform/actor.ts'
import type { Db } from '#platform/database/db.ts'

type Site = MemberSettings & { db: Db; now: () => Date; origin: () => string; isClosed?: boolean }

/**
 * Finds the member for whom a program acts with a bearer token: an API token, or a token that an app got by OAuth for
 * exactly this path. Returns null if the token isn't valid here.
 */
export async function findBearerMember(
  site: Site,
  bearer: string,
  path: string,
): Promise<Omit<Member, 'address' | 'browser'> | null> {
  const now = site.now()
  const owner = await findTokenMember(site, bearer, now)
  if (owner || !isResourcePath(path, site.isClosed === true)) return owner
  return findGrantMember(site, { bearer, resource: `${site.origin()}${path}` }, now)
}
