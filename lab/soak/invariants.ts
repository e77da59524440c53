import { spawnSync } from 'node:child_process'
import { applyTallies } from '#features/catalogue/server/vote-tallies.ts'
import { openDatabase } from '#server/database/database.ts'
import type { ConfirmedTable, ConfirmedWrites } from './confirmed-writes.ts'
import type { Site } from './site.ts'

/**
 * The result of checking an invariant. `checked` says how much was checked. `violations` is empty if the invariant
 * holds.
 */
export type Invariant = { name: string; checked: string; violations: string[] }

/** How many violations of an invariant the report lists. */
const violationsShown = 5
const shorten = (violations: string[]) =>
  violations
    .slice(0, violationsShown)
    .concat(violations.length > violationsShown ? [`… ${violations.length} in all`] : [])

/** Checks that the database is consistent and contains everything that the server confirmed. */
export async function checkInvariants(site: Site, confirmed: ConfirmedWrites): Promise<Invariant[]> {
  const database = await openDatabase(site.settings, { purpose: 'command', log: () => undefined, max: 2 })
  try {
    // Adds the last votes to ratings and totals, as a job of the product does.
    await applyTallies(database.db, new Date())
  } finally {
    await database.close()
  }
  const invariants = [runDoctor(site)]
  for (const table of Object.keys(confirmed.rows) as ConfirmedTable[])
    invariants.push(await checkRows(site, confirmed, table))
  invariants.push(await checkVotes(site, confirmed), await checkEdits(site, confirmed))
  invariants.push(
    await checkLedgerEntries(site, confirmed, 'spends', 'spend'),
    await checkLedgerEntries(site, confirmed, 'gifts', 'gift'),
  )
  invariants.push(await checkCharges(site, confirmed))
  return invariants.map((invariant) => ({ ...invariant, violations: shorten(invariant.violations) }))
}

/**
 * Runs the command `doctor`, which compares counters with a recount, balances with the ledger, and paid invoices with
 * their credits.
 */
function runDoctor({ environment }: Site): Invariant {
  const { stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', 'doctor', '--json'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  const name = 'doctor: counters, tallies, ledger and payments agree'
  try {
    const { checks } = JSON.parse(stdout) as { checks: { subject: string; level: string; message: string }[] }
    const violations = checks
      .filter(({ level }) => level === 'fail')
      .map(({ subject, message }) => `${subject}: ${message}`)
    return { name, checked: `${checks.length} checks`, violations }
  } catch {
    return { name, checked: 'nothing', violations: [stderr] }
  }
}

async function checkRows(site: Site, { rows }: ConfirmedWrites, table: ConfirmedTable): Promise<Invariant> {
  const stored = new Set((await site.query<{ id: string }>(`select id from ${table}`)).map(({ id }) => id))
  const violations = [...rows[table]].filter((id) => !stored.has(id)).map((id) => `${id} is missing`)
  return { name: `confirmed ${table} exist`, checked: String(rows[table].size), violations }
}

async function checkVotes(site: Site, confirmed: ConfirmedWrites): Promise<Invariant> {
  const rows = await site.query<{ name: string; value: number }>(
    `select concat_ws(' ', 'vote', user_id, prompt_id) as name, value from votes`,
  )
  return checkLatest(confirmed, 'vote', new Map(rows.map(({ name, value }) => [name, String(value)])), '0')
}

async function checkEdits(site: Site, confirmed: ConfirmedWrites): Promise<Invariant> {
  const rows = await site.query<{ name: string; value: string }>(
    `select concat_ws(' ', 'description', id) as name, description as value from prompts`,
  )
  return checkLatest(confirmed, 'description', new Map(rows.map(({ name, value }) => [name, value])), '')
}

/**
 * Checks the values whose names begin with `what`: each must be the last confirmed one or a possible later one. `stored`
 * has the values in the database by name, and `none` is the value of a missing row.
 */
function checkLatest({ latest }: ConfirmedWrites, what: string, stored: Map<string, string>, none: string): Invariant {
  const writtenValues = [...latest].filter(([name]) => name.startsWith(`${what} `))
  const violations = writtenValues.flatMap(([name, { confirmed, possible }]) => {
    const value = stored.get(name) ?? none
    return value === (confirmed ?? none) || possible.has(value) ? [] : [`${name} is "${value}", not "${confirmed}"`]
  })
  return { name: `each last confirmed ${what} is stored`, checked: String(writtenValues.length), violations }
}

/**
 * Checks the ledger's entries for operations with an Idempotency-Key: one for a confirmed operation, none for a refused
 * one, and at most one if the outcome is unknown.
 */
async function checkLedgerEntries(
  site: Site,
  { keyed }: ConfirmedWrites,
  name: 'spends' | 'gifts',
  kind: string,
): Promise<Invariant> {
  const rows = await site.query<{ key: string; count: number }>(
    `select substr(reason, 6) as key, count(*)::int as count from credit_ledger
     where kind = '${kind}' and reason like 'soak %' group by 1`,
  )
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  const violations = [...keyed[name]].flatMap(([key, { outcome }]) => {
    const count = counts.get(key) ?? 0
    const isRight = outcome === 'unknown' ? count <= 1 : count === (outcome === 'done' ? 1 : 0)
    return isRight ? [] : [`${key} was ${outcome} and has ${count} entries`]
  })
  const unknown = [...keyed[name].values()].filter(({ outcome }) => outcome === 'unknown').length
  const checked = `${keyed[name].size}${unknown > 0 ? `, ${unknown} of them with an unknown outcome` : ''}`
  return { name: `${name} with a key are recorded exactly once`, checked, violations }
}

/**
 * Checks that each confirmed subscription was charged, and that no member was charged more than once: a run is shorter
 * than a month.
 */
async function checkCharges(site: Site, { keyed }: ConfirmedWrites): Promise<Invariant> {
  const rows = await site.query<{ userId: string; charges: number }>(
    `select customer.body -> 'metadata' ->> 'userId' as "userId", count(*)::int as charges
     from sandbox_objects charge join sandbox_objects customer on customer.id = charge.customer
     where charge.kind = 'charge' and charge.body ->> 'status' = 'succeeded' group by 1`,
  )
  const charges = new Map(rows.map((row) => [row.userId, row.charges]))
  const twice = rows.filter((row) => row.charges > 1).map((row) => `${row.userId} was charged ${row.charges} times`)
  const done = [...keyed.subscriptions.values()].filter(({ outcome }) => outcome === 'done')
  const neverCharged = done
    .filter(({ userId }) => !charges.has(userId))
    .map(({ userId }) => `${userId} was never charged`)
  return {
    name: 'a subscription is charged exactly once',
    checked: String(done.length),
    violations: [...twice, ...neverCharged],
  }
}
