import { type RawBuilder, sql } from 'kysely'
import { monthlyCredits } from '#features/credits/rules.ts'
import type { Db } from '#platform/database/db.ts'

/**
 * The invariants of payments. Each text describes a violation, and its query finds the rows that violate the invariant.
 */
const violationQueriesAt = (now: Date): Record<string, RawBuilder<unknown>> => ({
  'credits were granted for an invoice that is not paid': sql`
    select from credit_ledger l where kind = 'allowance' and starts_with(op_key, 'invoice:') and not exists (
      select from billing_invoices i
      where i.user_id = l.user_id and i.id = substr(l.op_key, 9) and i.status = 'paid')`,
  'a paid allowance differs from the premium plan’s': sql`
    select from credit_ledger where kind = 'allowance' and starts_with(op_key, 'invoice:')
      and amount <> ${monthlyCredits.premium}`,
  'a paid invoice granted no credits': sql`
    select from billing_invoices i where status = 'paid' and credits_due = 0 and period_end > ${now}
      and exists (select from credit_accounts a where a.user_id = i.user_id) and not exists (
        select from credit_ledger l where l.user_id = i.user_id and l.op_key = 'invoice:' || i.id
      ) and not exists (
        select from credit_lots later where later.user_id = i.user_id and starts_with(later.source_key, 'invoice:')
          and later.starts_at > i.period_start)`,
  'the credits due back for an invoice differ from those in its grant': sql`
    select from billing_invoices i join credit_lots l on l.user_id = i.user_id and l.source_key = 'invoice:' || i.id
    where l.due_back <> least(i.credits_due, l.amount)`,
  'a user has two running subscriptions': sql`
    select from billing_subscriptions where status not in ('canceled', 'incomplete_expired')
    group by user_id, side having count(*) > 1`,
  'an active subscription was never paid': sql`
    select from billing_subscriptions s where status = 'active' and not exists (
      select from billing_invoices i where i.user_id = s.user_id and i.subscription_id = s.id and i.status = 'paid')`,
})

/** Counts the rows that violate each invariant. Returns only violated invariants, and changes nothing. */
export async function findBillingViolations(
  db: Db,
  now: Date = new Date(),
): Promise<{ what: string; rowCount: number }[]> {
  const violations: { what: string; rowCount: number }[] = []
  for (const [what, query] of Object.entries(violationQueriesAt(now))) {
    const { rows } = await sql<{ rowCount: number }>`select count(*) as row_count from (${query}) violations`.execute(
      db,
    )
    const rowCount = rows[0]?.rowCount ?? 0
    if (rowCount > 0) violations.push({ what, rowCount })
  }
  return violations
}
