import { setTimeout as wait } from 'node:timers/promises'
import { memberActs, signUp } from './members.ts'
import { moneyActs, repeatWebhook } from './money.ts'
import { visitorActs } from './visitors.ts'
import type { Outcome, Person, World } from './world.ts'

type MemberAct = (world: World, person: Person) => Promise<Outcome>
type Act = {
  name: string
  share: number
  run: (world: World, person: Person) => Promise<Outcome>
  needsPerson: boolean
}

/** How often each act happens, relative to the others. */
const shares: Record<keyof typeof visitorActs | keyof typeof memberActs | keyof typeof moneyActs, number> = {
  page: 36,
  list: 10,
  search: 10,
  copy: 8,
  'sign in': 1,
  'own lists': 6,
  vote: 12,
  create: 1.5,
  edit: 1.5,
  comment: 3,
  collect: 3,
  spend: 6,
  gift: 0.6,
  subscribe: 0.3,
  'cancel or resume': 0.3,
  compare: 0.8,
  generate: 0.8,
}
const signUpShare = 0.5
const webhookShare = 0.8

const acts: Act[] = [
  ...Object.entries(visitorActs).map(([name, run]) => ({ name, run, needsPerson: false })),
  ...Object.entries({ ...memberActs, ...moneyActs } as Record<string, MemberAct>).map(([name, run]) => ({
    name,
    run,
    needsPerson: true,
  })),
].map((act) => ({ ...act, share: shares[act.name as keyof typeof shares] }))
acts.push({ name: 'sign up', share: signUpShare, run: signUp, needsPerson: false })
acts.push({ name: 'webhook again', share: webhookShare, run: repeatWebhook, needsPerson: false })
const allShares = acts.reduce((sum, { share }) => sum + share, 0)

/** An act that has ended. Times in ms since 1970. */
export type Done = { name: string; kind: Outcome['kind']; detail: string; from: number; to: number }

/** So many acts may be under way at once; more are left out, and counted. */
const underWayMax = 300
/** After an act of unknown outcome a person waits, so that the next one surely comes after it. */
const afterUnknownMs = 5_000

/** Acts at a fixed rate, whatever the answers take. `stop` waits for those under way. */
export function startTraffic(world: World, perSecond: number) {
  const ended: Done[] = []
  const underWay = new Set<Promise<void>>()
  let leftOut = 0
  const timer = setInterval(begin, 1_000 / perSecond)

  function begin(): void {
    const act = draw(world.random())
    const person = act.needsPerson ? freePerson(world) : undefined
    if (underWay.size >= underWayMax || (act.needsPerson && !person)) {
      leftOut++
      return
    }
    const doing = perform(act, person).finally(() => underWay.delete(doing))
    underWay.add(doing)
  }

  async function perform(act: Act, person: Person | undefined): Promise<void> {
    if (person) person.busy = true
    const from = Date.now()
    const outcome = await act.run(world, person as Person).catch((error: Error): Outcome => {
      // Our own look into the database fails while that is away.
      return { kind: 'away', detail: error.message }
    })
    ended.push({ name: act.name, ...outcome, from, to: Date.now() })
    if (person) {
      if (outcome.kind === 'away') await wait(afterUnknownMs)
      person.busy = false
    }
  }

  return {
    ended,
    leftOut: () => leftOut,
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
    },
  }
}

export type Traffic = ReturnType<typeof startTraffic>

function draw(chance: number): Act {
  let rest = chance * allShares
  for (const act of acts) {
    rest -= act.share
    if (rest < 0) return act
  }
  return acts[0] as Act
}

function freePerson({ people, random }: World): Person | undefined {
  const start = Math.floor(random() * people.length)
  for (let step = 0; step < people.length; step++) {
    const person = people[(start + step) % people.length] as Person
    if (!person.busy) return person
  }
  return undefined
}
