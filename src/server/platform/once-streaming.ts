import type { Member } from './actor.ts'
import { type Db, inSureTransaction, type Tx } from './db.ts'
import { createEventQueue } from './event-queue.ts'
import type { StreamEvent } from './idempotency.table.ts'
import { answerAgain, keepRefusal } from './idempotency.ts'
import { type Claim, claim, keep, type OnceRequest } from './once-claims.ts'
import { createWorkQueue } from './work-queue.ts'

/** A run whose process died is taken over after this, in ms; longer than a stream may last. */
const leaseMs = 120_000

type Context = { db: Db; now: () => Date }

/** What a stream's work gets. */
export type StreamRun = {
  /** What a run before this one, which died, had kept under the same key: sent again already, and not to be redone. */
  earlier: StreamEvent[]
  /** Aborted when the reader has left. The work should then settle or give back, and end. */
  signal: AbortSignal
  /** Sends an event. A retry gets it too, once a commit or the end of the work has kept it. */
  emit(event: StreamEvent): void
  /**
   * Changes the database, and keeps with it all that was emitted so far and the events that `change` answers, which are
   * sent then. `last`: nothing comes after, so the run counts as done even if the process dies right here.
   */
  commit(change: (tx: Tx) => Promise<StreamEvent[]>, options?: { last?: boolean }): Promise<void>
}

type Work = {
  run: (run: StreamRun) => Promise<void>
  /** Hears what failed and changes nothing for the reader: they had left, or have everything already. */
  onLost: (error: unknown) => void
}

/**
 * Runs a stream once for each Idempotency-Key; a retry gets the events that were kept. Resolves with the first event:
 * what fails before (too few credits) is thrown, so that it can be answered with its status.
 * AppError in_progress, idempotency_mismatch.
 */
export async function runOnceStreaming(
  { db, now }: Context,
  member: Member,
  request: OnceRequest,
  { run, onLost }: Work,
): Promise<AsyncIterable<StreamEvent>> {
  const { key } = request
  const begun = key === undefined ? null : await claim(db, member, { ...request, key }, { now: now(), leaseMs })
  const queue = createEventQueue<StreamEvent>()
  if (begun && 'kept' in begun) {
    answerAgain(begun.kept)
    for (const event of begun.kept.events) queue.push(event)
    queue.end()
    return queue.read(() => undefined)
  }
  const own = begun?.claim ?? null
  const abort = new AbortController()
  const earlier = own?.earlier ?? []
  for (const event of earlier) queue.push(event)
  const recorder = createRecorder(db, own, queue.push)
  const letGo = async (error: unknown) => {
    if (own) await keepRefusal(db, own, error).catch(onLost)
  }
  const done = run({ earlier, signal: abort.signal, emit: recorder.emit, commit: recorder.commit })
    .then(async () => {
      try {
        await recorder.finish()
      } catch (error) {
        // All is done and sent; a retry that finds no end does what is missing, which is nothing.
        onLost(error)
        await letGo(error)
      }
    })
    .catch(async (error: unknown) => {
      await letGo(error)
      throw error
    })
  done.then(queue.end, (error: unknown) => {
    if (abort.signal.aborted) onLost(error)
    queue.fail(error)
  })
  await queue.begun
  return queue.read(() => abort.abort())
}

/** Sends events on and keeps them for a retry; `own` null keeps nothing. */
function createRecorder(db: Db, own: Claim | null, send: (event: StreamEvent) => void) {
  let unkept: StreamEvent[] = []
  let isDone = own === null
  const inTurn = createWorkQueue(1)

  async function store(change: (tx: Tx) => Promise<StreamEvent[]>, isLast: boolean) {
    const before = unkept
    unkept = []
    try {
      const made = await inSureTransaction(db, async (tx) => {
        const events = await change(tx)
        if (own) await keep(tx, own, { status: isLast ? 200 : null, events: [...before, ...events] })
        return events
      })
      isDone ||= isLast
      for (const event of made) send(event)
    } catch (error) {
      unkept = [...before, ...unkept]
      throw error
    }
  }

  /** One after the other: what is kept later was emitted later. */
  function commit(change: (tx: Tx) => Promise<StreamEvent[]>, { last: isLast = false } = {}) {
    return inTurn(() => store(change, isLast))
  }

  return {
    commit,
    emit(event: StreamEvent) {
      send(event)
      if (own) addUnkept(unkept, event)
    },
    async finish() {
      if (!isDone) await commit(async () => [], { last: true })
    },
  }
}

/** Adds an event. A piece of text joins the one before it that is about the same: a retry needs no pace. */
export function addUnkept(events: StreamEvent[], added: StreamEvent): void {
  const { text, ...about } = added.data
  for (const { event, data } of events.toReversed()) {
    if (typeof text !== 'string' || event !== added.event) break
    const { text: before, ...other } = data
    if (JSON.stringify(other) !== JSON.stringify(about)) continue
    data.text = `${before}${text}`
    return
  }
  events.push({ event: added.event, data: { ...added.data } })
}
