import { sql } from 'kysely'
import { type Member, notSignedIn } from '#platform/actor.ts'
import { type Db, inConfirmedTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import { createEventQueue } from './event-queue.ts'
import type { StreamEvent } from './idempotency.table.ts'
import { replayResponse, storeRefusal } from './idempotency.ts'
import { type Claim, claim, type OnceRequest, type ResponseToStore, storeResponses } from './once-claims.ts'
import { createWorkQueue } from './work-queue.ts'

/** After this time, in ms, a run whose process died can be taken over. The time between two commits must be shorter. */
const leaseMs = 120_000

type Context = { db: Db; now: () => Date }

/** What the work of a stream receives. */
export type StreamRun = {
  /**
   * The stored events of earlier runs that died or failed. The reader gets them first, and what they report must not
   * be done again.
   */
  earlier: StreamEvent[]
  /** Aborted when the reader has disconnected. The work should then settle or refund, and end. */
  signal: AbortSignal
  /** Sends an event. The next commit or the end of the work stores it for retries. */
  emit(event: StreamEvent): void
  /**
   * Changes the database, and stores all events so far together with those that `change` returns, which are then sent.
   * `isLast`: nothing follows, so the run counts as done even if the process dies after this commit. `changeTogether`:
   * called first; `change` then runs only if `changeTogether` returns null. Throws AppError authentication_required if
   * the account was deleted.
   */
  commit(
    change: (tx: Tx) => Promise<StreamEvent[]>,
    options?: { isLast?: boolean; changeTogether?: ChangeTogether },
  ): Promise<void>
}

/**
 * Makes a change in one transaction with those of other runs, and returns the events to send. Returns null if nothing
 * was changed. `responsesFor` returns what that transaction must pass to `storeResponses` to store these events.
 */
export type ChangeTogether = (responsesFor: ResponsesFor) => Promise<StreamEvent[] | null>
export type ResponsesFor = (events: StreamEvent[]) => (readonly [Claim, ResponseToStore])[]

type Work = {
  run: (run: StreamRun) => Promise<void>
  /**
   * Called with failures that the reader doesn't receive, because it has disconnected, already has all events, or
   * receives the original failure (if storing that one fails).
   */
  onLost: (error: unknown) => void
}

/**
 * Runs a stream once per Idempotency-Key; a retry gets the stored events or refusal. Resolves at the first event.
 * Throws failures that come before it, such as too few credits, so that the response has their status. Throws AppError
 * in_progress or idempotency_mismatch.
 */
export async function runOnceStreaming(
  { db, now }: Context,
  member: Member,
  request: OnceRequest,
  { run, onLost }: Work,
): Promise<AsyncIterable<StreamEvent>> {
  const { key } = request
  const claimed = key === undefined ? null : await claim(db, member, { ...request, key }, { now: now(), leaseMs })
  const queue = createEventQueue<StreamEvent>()
  if (claimed && 'stored' in claimed) {
    replayResponse(claimed.stored)
    for (const event of claimed.stored.events) queue.push(event)
    queue.end()
    return queue.read(() => undefined)
  }
  const ownClaim = claimed?.claim ?? null
  const abort = new AbortController()
  const earlier = ownClaim?.earlier ?? []
  for (const event of earlier) queue.push(event)
  const recorder = createRecorder({ db, now }, member.id, ownClaim, queue.push)
  const storeFailure = async (error: unknown) => {
    if (ownClaim) await storeRefusal(db, ownClaim, error).catch(onLost)
  }
  const done = run({ earlier, signal: abort.signal, emit: recorder.emit, commit: recorder.commit })
    .then(async () => {
      try {
        await recorder.finish()
      } catch (error) {
        // The work is done and the reader gets all events. Only storing the last of them failed.
        onLost(error)
        await storeFailure(error)
      }
    })
    .catch(async (cause: unknown) => {
      const error = cause instanceof AppError ? cause : await errorUnlessDeleted(db, member.id, cause)
      await storeFailure(error)
      throw error
    })
  done.then(queue.end, (error: unknown) => {
    if (abort.signal.aborted) onLost(error)
    queue.fail(error)
  })
  await queue.firstEvent
  return queue.read(() => abort.abort())
}

/** Sends events, and stores them for retries unless `ownClaim` is null. */
function createRecorder(
  { db, now }: Context,
  userId: string,
  ownClaim: Claim | null,
  send: (event: StreamEvent) => void,
) {
  let unsaved: StreamEvent[] = []
  let isDone = ownClaim === null
  const inTurn = createWorkQueue(1)

  async function store(change: (tx: Tx) => Promise<StreamEvent[]>, isLast: boolean, changeTogether?: ChangeTogether) {
    const before = unsaved
    unsaved = []
    const responsesFor: ResponsesFor = (events) => {
      const leaseUntil = new Date(now().getTime() + leaseMs)
      return ownClaim ? [[ownClaim, { status: isLast ? 200 : null, events: [...before, ...events], leaseUntil }]] : []
    }
    const changeAlone = () =>
      inConfirmedTransaction(db, async (tx) => {
        const events = await change(tx)
        await storeResponses(tx, responsesFor(events))
        return events
      })
    try {
      const newEvents = (await changeTogether?.(responsesFor)) ?? (await changeAlone())
      isDone ||= isLast
      for (const event of newEvents) send(event)
    } catch (error) {
      unsaved = [...before, ...unsaved]
      throw await errorUnlessDeleted(db, userId, error)
    }
  }

  /** Runs commits one after the other, because parallel transactions could store later events first. */
  const commit: StreamRun['commit'] = (change, { isLast = false, changeTogether } = {}) =>
    inTurn(() => store(change, isLast, changeTogether))

  return {
    commit,
    emit(event: StreamEvent) {
      send(event)
      if (ownClaim) addEvent(unsaved, event)
    },
    async finish() {
      if (!isDone) await commit(async () => [], { isLast: true })
    },
  }
}

/**
 * Adds an event, or appends its text to an earlier event that differs only in its text, because a retry doesn't need
 * the text in chunks.
 */
export function addEvent(events: StreamEvent[], added: StreamEvent): void {
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

/**
 * Returns the error to show for `error`, which ended a member's work: that they aren't signed in, if their account was
 * deleted meanwhile, so that its rows are gone. Otherwise, and if the database fails, `error` itself.
 */
async function errorUnlessDeleted(db: Db, userId: string, error: unknown): Promise<unknown> {
  try {
    const { rows } = await sql`select from users where id = ${userId}`.execute(db)
    return rows.length === 0 ? notSignedIn() : error
  } catch {
    // The database fails, which is probably the reason of the first error too.
    return error
  }
}
