import { sql } from 'kysely'
import { lockUser } from '#features/accounts/server/lock-user.ts'
import { isStorable } from '#lib/well-formed.ts'
import { singleSignOn } from '#platform/actor.ts'
import { recordAuditEntry } from '#platform/audit.ts'
import type { Db, Tx } from '#platform/database/db.ts'
import { type ClaimProblem, type GroupRole, groupLimits as limits } from '../rules.ts'
import { findReachedLimit } from './find-reached-limit.ts'

/**
 * What an OpenID provider says about a person's groups: nothing, that it withholds them, something that is no list of
 * texts, or a list.
 */
export type ClaimedGroups = { kind: 'absent' | 'withheld' | 'invalid' } | { kind: 'list'; values: readonly string[] }

/** Tells whether any group takes its members from the provider. */
export async function usesClaims(db: Db): Promise<boolean> {
  const query = db.selectFrom('groups').select('id').where('claimValue', 'is not', null).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Makes a user's memberships from the provider (source `claim`) exactly those of their groups there. Those by an admin
 * stay. Without a claim nothing changes, nor if the groups are withheld, too many or invalid, which is stored for
 * admins. Returns the problem, or null.
 */
export async function followClaim(
  tx: Tx,
  userId: string,
  claimed: ClaimedGroups,
  now: Date,
): Promise<ClaimProblem | null> {
  if (claimed.kind === 'absent' || !(await usesClaims(tx))) return null
  await lockUser(tx, userId)
  const problem = problemOf(claimed) ?? (await moveTo(tx, userId, claimed.kind === 'list' ? claimed.values : [], now))
  await storeProblem(tx, userId, problem, { valuesSent: claimed.kind === 'list' ? claimed.values.length : null, now })
  return problem
}

function problemOf(claimed: ClaimedGroups): ClaimProblem | null {
  if (claimed.kind === 'withheld' || claimed.kind === 'invalid') return claimed.kind
  return claimed.kind === 'list' && claimed.values.length > limits.claimValues ? 'too_many' : null
}

/** Ends the memberships that the values don't justify, and begins those that are missing. */
async function moveTo(tx: Tx, userId: string, sent: readonly string[], now: Date): Promise<ClaimProblem | null> {
  const values = sent.filter((value) => value.length <= limits.claimValueMax && isStorable(value))
  const { rows: left } = await sql<{ group: string; role: string }>`
    delete from group_members m using groups g
    where g.id = m.group_id and m.user_id = ${userId} and m.source = 'claim'
      and (g.claim_value = any(${values})) is not true
    returning m.group_id as "group", m.role`.execute(tx)
  const target = { kind: 'user' as const, id: userId }
  for (const details of left) await recordAuditEntry(tx, singleSignOn, { action: 'group.remove', target, details })
  // The lock keeps the groups, and the values that lead to them, as they are.
  const { rows: joined } = await sql<{ id: string; claimRole: GroupRole }>`
    select g.id, g.claim_role from groups g
    where g.claim_value = any(${values})
      and not exists (select from group_members m where m.group_id = g.id and m.user_id = ${userId})
    order by g.id for no key update of g`.execute(tx)
  let isFull = false
  for (const { id, claimRole: role } of joined) {
    if (await findReachedLimit(tx, id, userId)) {
      isFull = true
      continue
    }
    const membership = { groupId: id, userId, role, source: 'claim', createdAt: now } as const
    await tx.insertInto('groupMembers').values(membership).execute()
    await recordAuditEntry(tx, singleSignOn, { action: 'group.add', target, details: { group: id, role } })
  }
  return isFull ? 'full' : null
}

async function storeProblem(
  tx: Tx,
  userId: string,
  problem: ClaimProblem | null,
  { valuesSent, now }: { valuesSent: number | null; now: Date },
): Promise<void> {
  if (problem === null) {
    await tx.deleteFrom('groupClaimProblems').where('userId', '=', userId).execute()
    return
  }
  const row = { problem, valuesSent, happenedAt: now }
  await tx
    .insertInto('groupClaimProblems')
    .values({ userId, ...row })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
    .execute()
}

/**
 * Ends a user's memberships from the provider, when they are no longer connected to it: no sign-in would end them.
 */
export async function leaveClaimGroups(tx: Tx, userId: string): Promise<void> {
  await moveTo(tx, userId, [], new Date())
  await tx.deleteFrom('groupClaimProblems').where('userId', '=', userId).execute()
}
