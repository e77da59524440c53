import { setTimeout as wait } from 'node:timers/promises'
import { addMember, memberActions } from './members.ts'
import { moneyActions, repeatWebhook } from './money.ts'
import type { Outcome, Person, SoakContext } from './soak-context.ts'
import { visitorActions } from './visitors.ts'

type MemberAction = (context: SoakContext, person: Person) => Promise<Outcome>
/** A kind of action. If `needsPerson` is set, `person` is a member who does nothing else at the time. */
type Action = {
  name: string
  weight: number
  run: (context: SoakContext, person: Person) => Promise<Outcome>
  needsPerson: boolean
}

/** How often each action happens, relative to the others. */
const weights: Record<keyof typeof visitorActions | keyof typeof memberActions | keyof typeof moneyActions, number> = {
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
/** The weights of two more actions: a new member signs up, and a webhook is delivered again. */
const signUpWeight = 0.5
const webhookWeight = 0.8

const actions: Action[] = [
  ...Object.entries(visitorActions).map(([name, run]) => ({ name, run, needsPerson: false })),
  ...Object.entries({ ...memberActions, ...moneyActions } as Record<string, MemberAction>).map(([name, run]) => ({
    name,
    run,
    needsPerson: true,
  })),
].map((action) => ({ ...action, weight: weights[action.name as keyof typeof weights] }))
actions.push({ name: 'sign up', weight: signUpWeight, run: addMember, needsPerson: false })
actions.push({ name: 'repeat webhook', weight: webhookWeight, run: repeatWebhook, needsPerson: false })
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0)

/** An action that has ended. `from` and `to` are in ms since 1970. */
export type EndedAction = { name: string; kind: Outcome['kind']; detail: string; from: number; to: number }

/** How many actions may run at the same time. Any further action is skipped and counted. */
const runningMax = 300
/**
 * A person waits this long (in ms) after an action with an unknown outcome, because the server may still be working on
 * that action.
 */
const afterUnknownMs = 5_000

/**
 * Starts actions at a fixed rate, however long the responses take. `stop` waits for the actions that are still running.
 */
export function startTraffic(context: SoakContext, perSecond: number) {
  const ended: EndedAction[] = []
  const running = new Set<Promise<void>>()
  let skipped = 0
  const timer = setInterval(begin, 1_000 / perSecond)

  function begin(): void {
    const action = chooseAction(context.random())
    const person = action.needsPerson ? findFreePerson(context) : undefined
    if (running.size >= runningMax || (action.needsPerson && !person)) {
      skipped++
      return
    }
    const promise = perform(action, person).finally(() => running.delete(promise))
    running.add(promise)
  }

  async function perform(action: Action, person: Person | undefined): Promise<void> {
    if (person) person.isBusy = true
    const from = Date.now()
    const outcome = await action.run(context, person as Person).catch((error: Error): Outcome => {
      // The actions' own database queries fail while the database is down.
      return { kind: 'unavailable', detail: error.message }
    })
    ended.push({ name: action.name, ...outcome, from, to: Date.now() })
    if (person) {
      if (outcome.kind === 'unavailable') await wait(afterUnknownMs)
      person.isBusy = false
    }
  }

  return {
    ended,
    skipped: () => skipped,
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}

export type Traffic = ReturnType<typeof startTraffic>

/** Chooses an action by the weights. `random` is a random number from 0 to below 1. */
function chooseAction(random: number): Action {
  let rest = random * totalWeight
  for (const action of actions) {
    rest -= action.weight
    if (rest < 0) return action
  }
  return actions[0] as Action
}

/** Finds a member who isn't busy, beginning at a random one. */
function findFreePerson({ people, random }: SoakContext): Person | undefined {
  const start = Math.floor(random() * people.length)
  for (let step = 0; step < people.length; step++) {
    const person = people[(start + step) % people.length] as Person
    if (!person.isBusy) return person
  }
  return undefined
}
