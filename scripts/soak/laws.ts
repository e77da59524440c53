import { spawnSync } from 'node:child_process'
import { foldTallies } from '#features/catalogue/server/vote-tallies.ts'
import { openDatabase } from '#server/database.ts'
import type { Kind, Promises } from './promises.ts'
import type { Site } from './site.ts'

/** A law and how it was broken; an empty `faults` is what we hope for. */
export type Law = { law: string; checked: string; faults: string[] }

const shown = 5
const few = (faults: string[]) =>
  faults.slice(0, shown).concat(faults.length > shown ? [`… ${faults.length} in all`] : [])

/** Compares the database with the laws, and with everything that the server confirmed. */
export async function checkLaws(site: Site, promises: Promises): Promise<Law[]> {
  const database = await openDatabase(site.settings, { purpose: 'command', log: () => undefined, max: 2 })
  try {
    await foldTallies(database.db, new Date())
  } finally {
    await database.close()
  }
  const laws = [doctor(site)]
  for (const kind of Object.keys(promises.rows) as Kind[]) laws.push(await checkRows(site, promises, kind))
  laws.push(await checkVotes(site, promises), await checkEdits(site, promises))
  laws.push(await checkOnce(site, promises, 'spends', 'spend'), await checkOnce(site, promises, 'gifts', 'gift'))
  laws.push(await checkCharges(site, promises))
  return laws.map((law) => ({ ...law, faults: few(law.faults) }))
}

/** The command's own checks: every counter against a recount, every balance against its ledger, every paid invoice. */
function doctor({ environment }: Site): Law {
  const { stdout, stderr } = spawnSync(process.execPath, ['src/cli/main.ts', 'doctor', '--json'], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  const law = 'doctor: counters, tallies, ledger and payments agree'
  try {
    const { checks } = JSON.parse(stdout) as { checks: { subject: string; level: string; message: string }[] }
    const faults = checks
      .filter(({ level }) => level === 'fail')
      .map(({ subject, message }) => `${subject}: ${message}`)
    return { law, checked: `${checks.length} checks`, faults }
  } catch {
    return { law, checked: 'nothing', faults: [stderr] }
  }
}

async function checkRows(site: Site, { rows }: Promises, kind: Kind): Promise<Law> {
  const stored = new Set((await site.query<{ id: string }>(`select id from ${kind}`)).map(({ id }) => id))
  const faults = [...rows[kind]].filter((id) => !stored.has(id)).map((id) => `${id} is gone`)
  return { law: `confirmed ${kind} exist`, checked: String(rows[kind].size), faults }
}

async function checkVotes(site: Site, promises: Promises): Promise<Law> {
  const rows = await site.query<{ name: string; value: number }>(
    `select concat_ws(' ', 'vote', user_id, prompt_id) as name, value from votes`,
  )
  return checkLatest(promises, 'vote', new Map(rows.map(({ name, value }) => [name, String(value)])), '0')
}

async function checkEdits(site: Site, promises: Promises): Promise<Law> {
  const rows = await site.query<{ name: string; value: string }>(
    `select concat_ws(' ', 'description', id) as name, description as value from prompts`,
  )
  return checkLatest(promises, 'description', new Map(rows.map(({ name, value }) => [name, value])), '')
}

function checkLatest({ latest }: Promises, what: string, stored: Map<string, string>, none: string): Law {
  const written = [...latest].filter(([name]) => name.startsWith(`${what} `))
  const faults = written.flatMap(([name, { sure, perhaps }]) => {
    const is = stored.get(name) ?? none
    return is === (sure ?? none) || perhaps.has(is) ? [] : [`${name} is "${is}", not "${sure}"`]
  })
  return { law: `the last confirmed ${what} of each is stored`, checked: String(written.length), faults }
}

/** Each confirmed operation with a key has one entry in the ledger, a refused one none, an open one at most one. */
async function checkOnce(site: Site, { once }: Promises, name: 'spends' | 'gifts', kind: string): Promise<Law> {
  const rows = await site.query<{ key: string; count: number }>(
    `select substr(reason, 6) as key, count(*)::int as count from credit_ledger
     where kind = '${kind}' and reason like 'soak %' group by 1`,
  )
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  const faults = [...once[name]].flatMap(([key, { outcome }]) => {
    const count = counts.get(key) ?? 0
    const isRight = outcome === 'open' ? count <= 1 : count === (outcome === 'done' ? 1 : 0)
    return isRight ? [] : [`${key} was ${outcome} and has ${count} entries`]
  })
  const open = [...once[name].values()].filter(({ outcome }) => outcome === 'open').length
  const checked = `${once[name].size}${open > 0 ? `, ${open} of them without an answer` : ''}`
  return { law: `${name} with a key are booked exactly once`, checked, faults }
}

/** Nobody's first month was charged twice, and whoever got an answer was charged. */
async function checkCharges(site: Site, { once }: Promises): Promise<Law> {
  const rows = await site.query<{ userId: string; charges: number }>(
    `select customer.body -> 'metadata' ->> 'userId' as "userId", count(*)::int as charges
     from sandbox_objects charge join sandbox_objects customer on customer.id = charge.customer
     where charge.kind = 'charge' and charge.body ->> 'status' = 'succeeded' group by 1`,
  )
  const charges = new Map(rows.map((row) => [row.userId, row.charges]))
  const twice = rows.filter((row) => row.charges > 1).map((row) => `${row.userId} was charged ${row.charges} times`)
  const done = [...once.subscriptions.values()].filter(({ outcome }) => outcome === 'done')
  const free = done.filter(({ userId }) => !charges.has(userId)).map(({ userId }) => `${userId} was never charged`)
  return { law: 'a subscription is charged exactly once', checked: String(done.length), faults: [...twice, ...free] }
}
