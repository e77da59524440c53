import { runProgram } from '#test/e2e/product.ts'
import type { Kind, Person, RecordedWrites } from './traffic.ts'

/**
 * For each kind of write: how many were confirmed, how many of these are lost, and how many happened twice (null if
 * nothing looks for that). All votes of a member on a prompt count as one, because only the last one is stored.
 */
export type Evidence = Record<Kind, { confirmed: number; lost: number; twice: number | null }>

/**
 * Checks through the API whether each confirmed write is there, and whether any credits were spent twice or granted
 * twice for Premium. Doesn't look for votes or prompts that were stored twice.
 */
export async function gatherEvidence(
  url: string,
  { spends, votes, prompts, subscribers }: RecordedWrites,
): Promise<Evidence> {
  const read = async (path: string, person?: Person) => {
    const response = await fetch(url + path, { headers: person ? { cookie: person.cookie } : {} })
    if (!response.ok && response.status !== 404) throw new Error(`${path} returned ${response.status}`)
    return { exists: response.ok, text: await response.text() }
  }
  const ledgers = new Map<Person, string>()
  for (const person of new Set(spends.map((spend) => spend.person)))
    ledgers.set(person, (await read('/api/user/credits/history.csv', person)).text)
  const countOf = ({ person, reason }: RecordedWrites['spends'][number]) =>
    (ledgers.get(person) ?? '').split(reason).length - 1

  let lostVotes = 0
  for (const { person, promptId, values } of votes) {
    const { votes: ownVotes } = JSON.parse((await read(`/api/votes?promptIds=${promptId}`, person)).text)
    if (!values.includes(ownVotes[promptId] ?? 0)) lostVotes++
  }
  let lostPrompts = 0
  for (const id of prompts) if (!(await read(`/api/prompts/${id}`)).exists) lostPrompts++

  let lostSubscriptions = 0
  let doubleGrants = 0
  for (const person of subscribers) {
    const { plan } = JSON.parse((await read('/api/user/credits/summary', person)).text)
    const ledger = (await read('/api/user/credits/history.csv', person)).text
    // Premium grants 1,000 credits.
    const grants = ledger.split('\n').filter((line) => line.includes(',1000,') && line.includes('allowance')).length
    if (plan !== 'premium' || grants === 0) lostSubscriptions++
    if (grants > 1) doubleGrants++
  }
  const confirmedSpends = spends.filter(({ isConfirmed }) => isConfirmed)
  return {
    credits: {
      confirmed: confirmedSpends.length,
      lost: confirmedSpends.filter((spend) => countOf(spend) === 0).length,
      twice: spends.filter((spend) => countOf(spend) > 1).length,
    },
    votes: { confirmed: votes.length, lost: lostVotes, twice: null },
    prompts: { confirmed: prompts.length, lost: lostPrompts, twice: null },
    billing: { confirmed: subscribers.length, lost: lostSubscriptions, twice: doubleGrants },
  }
}

/**
 * Returns how many writes in `after` the restored site has, although they came after the moment to which it was
 * restored. Votes aren't counted: if a later vote is there, `gatherEvidence` reports the earlier one as lost. The
 * subscribers in `before` include everybody who spends credits.
 */
export async function countLaterWrites(
  url: string,
  after: RecordedWrites,
  before: RecordedWrites,
): Promise<Record<string, number>> {
  const exists = async (path: string) => (await fetch(url + path)).ok
  let prompts = 0
  for (const id of after.prompts) if (await exists(`/api/prompts/${id}`)) prompts++
  let billing = 0
  for (const { username } of after.subscribers) if (await exists(`/api/users/${username}`)) billing++
  let ledgers = ''
  for (const { cookie } of before.subscribers)
    ledgers += await (await fetch(`${url}/api/user/credits/history.csv`, { headers: { cookie } })).text()
  return { credits: after.spends.filter(({ reason }) => ledgers.includes(reason)).length, prompts, billing }
}

/** What a drill prints if doctor finds no problems. */
export const noProblemsMessage =
  'Every balance is the sum of its ledger, counters match a recount, and each payment granted its credits once.'

/**
 * Returns the problems that doctor finds in the ledger, counters and payments, or its output if that is unexpected.
 * Null if there are no problems.
 */
export async function findDoctorProblems(databaseUrl: string): Promise<string | null> {
  const { output } = await runProgram('src/cli/main.ts', ['doctor'], { DATABASE_URL: databaseUrl })
  const lines = output.split('\n').filter((line) => /^(ok|fail) +(counters|credits|payments)/.test(line))
  const doctorProblems = lines.filter((line) => line.startsWith('fail'))
  if (lines.length !== 3) return `Unexpected output of doctor: ${output}`
  return doctorProblems.length > 0 ? doctorProblems.join('\n') : null
}
