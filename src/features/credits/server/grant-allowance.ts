import { sql } from 'kysely'
import { storedText } from '#lib/texts.ts'
import { utcDay } from '#lib/utc-day.ts'
import type { Tx } from '#platform/database/db.ts'
import { firstGrantsPerNetwork, freePeriodOf, monthlyCredits, nextDayOf } from '../rules.ts'
import { addGrant } from './add-grant.ts'
import { type Account, hasEntry } from './append-entry.ts'
import type { CreditContext, Plan } from './credit-context.ts'

type Period = { key: string; endsAt: Date; amount: number; reason: string }

/**
 * Grants the allowance of the current period, but only once. If the account is new and its network has reached today's
 * limit of first grants, grants nothing until tomorrow; if the network is unknown, grants nothing until a request with
 * one. Returns the account, and when the next allowance may be granted. The account must be locked.
 */
export async function grantAllowance(
  tx: Tx,
  context: CreditContext,
  account: Account,
  network: string | undefined,
): Promise<{ account: Account; nextAt: Date }> {
  const now = context.now()
  const plan = await context.planOf(tx, account.userId)
  const nextAt = nextPeriodOf(plan, now)
  const period = periodOf(plan, now)
  // An allowance that hasn't expired belongs to this period, even if the clock was set back after it was granted.
  if (!period || (await hasAllowance(tx, account.userId, now))) return { account, nextAt }
  const { key, endsAt, amount, reason } = period
  if (await hasEntry(tx, account.userId, key)) return { account, nextAt }
  if (account.lastEntry === null && context.limitsFirstGrants) {
    // The account stays due until a request whose network can be counted.
    if (network === undefined) return { account, nextAt: now }
    if (!(await countFirstGrant(tx, network, now))) return { account, nextAt: nextDayOf(now) }
  }
  const grant = { kind: 'allowance', sourceKey: key, amount, expiresAt: endsAt, reason } as const
  return { account: await addGrant(tx, account, grant, now), nextAt }
}

/** Returns the ledger key of a paid period. */
export function invoiceKey(invoice: string): string {
  return `invoice:${invoice}`
}

/**
 * Returns when the next allowance may be granted: at the start of next month, or at the end of the paid period or of
 * its days of grace.
 */
export function nextPeriodOf(plan: Plan, now: Date): Date {
  return plan.name === 'premium' && plan.until > now ? plan.until : freePeriodOf(now).endsAt
}

function periodOf(plan: Plan, now: Date): Period | null {
  if (plan.name === 'free') {
    return { ...freePeriodOf(now), amount: monthlyCredits.free, reason: storedText('Monthly allowance, free plan') }
  }
  if (plan.invoice === null || plan.until <= now) return null
  return {
    key: invoiceKey(plan.invoice),
    endsAt: plan.until,
    amount: monthlyCredits.premium,
    reason: premiumReason,
  }
}

/** The ledger's reason for the allowance of a paid invoice. */
export const premiumReason = storedText('Allowance, premium plan')

/** Tells whether the user has an allowance that hasn't ended and whose payment wasn't refunded completely. */
async function hasAllowance(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from credit_lots where user_id = ${userId} and kind = 'allowance' and expires_at > ${now}
      and due_back < amount`.execute(tx)
  return rows.length > 0
}

/** Counts a first grant for this network. Returns false if the day's limit is reached. A rollback undoes the count. */
async function countFirstGrant(tx: Tx, network: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into credit_first_grants as f (network, day, grants) values (${network}, ${utcDay(now)}, 1)
    on conflict (network, day) do update set grants = f.grants + 1 where f.grants < ${firstGrantsPerNetwork}
    returning 1`.execute(tx)
  return rows.length > 0
}
