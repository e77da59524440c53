import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/db.ts'
import { monthlyCredits } from '../rules.ts'

/** A violation in the stored credits: `what` describes it in a sentence, `rowCount` counts the rows that have it. */
export type CreditViolation = { what: string; rowCount: number }

/**
 * The violations to look for, each with a query for its rows. Constraints already prevent most of them. The queries
 * find those that bypassed the constraints, for example through a manual restore.
 */
const violationQueries: Record<string, RawBuilder<unknown>> = {
  'a balance is not the sum of its ledger': sql`
    select from credit_accounts a where balance <> (
      select coalesce(sum(amount), 0) from credit_ledger l where l.user_id = a.user_id)`,
  'a ledger has no account': sql`
    select from credit_ledger l where not exists (select from credit_accounts a where a.user_id = l.user_id)`,
  'the reserved credits are not the sum of open holds': sql`
    select from credit_accounts a where reserved <> (
      select coalesce(sum(amount), 0) from credit_holds h where h.user_id = a.user_id and state = 'open')`,
  'more credits are reserved than there are': sql`
    select from credit_accounts where balance < 0 or reserved < 0 or reserved > balance`,
  'the grants do not add up to what can be spent': sql`
    select from credit_accounts a where balance - reserved <> (
      select coalesce(sum(remaining), 0) from credit_lots l where l.user_id = a.user_id)`,
  'a grant has a negative remainder or more than its amount': sql`
    select from credit_lots where remaining < 0 or remaining > amount`,
  'an operation key was used twice': sql`
    select from credit_ledger where op_key is not null group by user_id, op_key having count(*) > 1`,
  'a grant has no valid source': sql`
    select from credit_ledger
    where kind in ('allowance', 'gift', 'purchase', 'refund')
      and op_key !~ '^(free:\\d{4}-\\d{2}$|invoice:.|admin:.|pack:.|refund:.)' is not false`,
  'a free allowance differs from the free plan’s': sql`
    select from credit_ledger where kind = 'allowance' and starts_with(op_key, 'free:') and amount <> ${monthlyCredits.free}`,
  'a user has two allowances at once': sql`
    select from credit_lots a join credit_lots b on b.user_id = a.user_id and b.id > a.id
    where a.kind = 'allowance' and b.kind = 'allowance' and a.remaining > 0 and b.remaining > 0`,
  // An account with `-infinity` is updated when it is next read, and these credits are then taken back.
  'credits of a refunded or disputed payment can still be spent': sql`
    select from credit_lots l join credit_accounts a on a.user_id = l.user_id
    where l.remaining > 0 and l.taken_back < l.due_back and a.due_at > '-infinity'`,
  'an open hold refers to a grant that no longer exists': sql`
    select from credit_holds h, jsonb_array_elements(h.parts) part where state = 'open' and not exists (
      select from credit_lots l where l.user_id = h.user_id and l.id = (part ->> 'lot')::uuid)`,
  'a released hold was charged': sql`
    select from credit_holds h join credit_ledger l on l.user_id = h.user_id and l.op_key = 'spend:' || h.op_key
    where h.state <> 'settled'`,
  'a charge differs from its hold': sql`
    select from credit_holds h join credit_ledger l on l.user_id = h.user_id and l.op_key = 'spend:' || h.op_key
    where h.state = 'settled' and -l.amount <> h.amount`,
  'a settled hold was not charged': sql`
    select from credit_holds h where state = 'settled' and not exists (
      select from credit_ledger l where l.user_id = h.user_id and l.op_key = 'spend:' || h.op_key)`,
  'more was returned than spent': sql`
    select from credit_ledger group by user_id
    having sum(amount) filter (where kind = 'return') > -sum(amount) filter (where kind = 'spend')`,
  'a ledger has a gap, or a balance that does not follow from its amount': sql`
    select from (
      select number, amount, balance_before, balance_after,
        lag(balance_after, 1, 0) over ledger as before, lag(number, 1, 0) over ledger as previous
      from credit_ledger window ledger as (partition by user_id order by number)
    ) entry where number <> previous + 1 or balance_before <> before or balance_after <> before + amount`,
}

/** Returns every violation that some rows have. Changes nothing. */
export async function findCreditViolations(db: Db): Promise<CreditViolation[]> {
  const violations: CreditViolation[] = []
  for (const [what, query] of Object.entries(violationQueries)) {
    const { rows } = await sql<{ rowCount: number }>`select count(*) as row_count from (${query}) violations`.execute(
      db,
    )
    const rowCount = rows[0]?.rowCount ?? 0
    if (rowCount > 0) violations.push({ what, rowCount })
  }
  return violations
}
