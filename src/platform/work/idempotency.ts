import type { ErrorCode } from '#lib/http-contract.ts'
import type { Member } from '#platform/actor.ts'
import { type Db, inConfirmedTransaction, inTransaction, type Tx } from '#platform/database/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Json } from '#platform/json.ts'
import { type Claim, claim, type OnceRequest, release, type StoredResponse, storeResponse } from './once-claims.ts'

/** A response with its status and its body, which is sent as JSON. */
export type OnceResponse<Body> = { status: number; body: Body }

/**
 * After this time, in ms, another run can take over from a run whose process died. A run is one execution of a request.
 * No transaction may take that long.
 */
const leaseMs = 30_000
/** Like `leaseMs`, for a run that also calls other services, such as a payment provider. */
const stepsLeaseMs = 90_000

type Context = { db: Db; now: () => Date }

/**
 * Runs `work` only once per Idempotency-Key, and stores its response in the same transaction, for retries. Without a
 * key, nothing is stored. Responses and refusals (402) are stored for 24 hours, except responses with `requiresAction`.
 * Throws AppError in_progress or idempotency_mismatch, or the stored refusal.
 */
export async function runOnce<Body>(
  context: Context,
  member: Member,
  request: OnceRequest,
  work: (tx: Tx) => Promise<OnceResponse<Body>>,
): Promise<OnceResponse<Body>> {
  return runWithin(context, member, request, leaseMs, (finish) => finish(work))
}

/** Changes the database and stores the response in one transaction. A run calls this once, as its last step. */
export type Finish<Body> = (change: (tx: Tx) => Promise<OnceResponse<Body>>) => Promise<OnceResponse<Body>>

/**
 * Like `runOnce`, for work that calls other services before it changes the database. If the process is killed, a retry
 * begins again. The calls must therefore be repeatable, for example with an idempotency key derived from the request's.
 */
export async function runOnceInSteps<Body>(
  context: Context,
  member: Member,
  request: OnceRequest,
  work: (finish: Finish<Body>) => Promise<OnceResponse<Body>>,
): Promise<OnceResponse<Body>> {
  return runWithin(context, member, request, stepsLeaseMs, work)
}

async function runWithin<Body>(
  { db, now }: Context,
  member: Member,
  request: OnceRequest,
  lease: number,
  work: (finish: Finish<Body>) => Promise<OnceResponse<Body>>,
): Promise<OnceResponse<Body>> {
  const { key } = request
  if (key === undefined) return work((change) => inConfirmedTransaction(db, change))
  const claimed = await claim(db, member, { ...request, key }, { now: now(), leaseMs: lease })
  if ('stored' in claimed) return replayResponse(claimed.stored)
  const ownClaim = claimed.claim
  try {
    return await work((change) =>
      inConfirmedTransaction(db, async (tx) => {
        const response = await change(tx)
        if (isFinal(response))
          await storeResponse(tx, ownClaim, { status: response.status, answer: response.body as Json })
        else await release(tx, ownClaim)
        return response
      }),
    )
  } catch (error) {
    await storeRefusal(db, ownClaim, error)
    throw error
  }
}

/** Returns a stored response. Throws a stored refusal (402) as an AppError. */
export function replayResponse<Body>({ status, answer }: StoredResponse): OnceResponse<Body> {
  if (status !== 402) return { status, body: answer as Body }
  throw refusalError(answer)
}

/** Turns a stored refusal (402) into an error. */
export function refusalError(answer: Json): AppError {
  const { code, error, credits } = answer as { code: ErrorCode; error: string; credits?: number }
  return new AppError(code, error, { credits })
}

/**
 * Stores a refusal for lack of credits or money. After any other error, releases the request, so that a retry begins
 * again. A response that is stored already remains, because the error may be a connection lost after the commit.
 * Throws AppError in_progress if another run has taken over the request.
 */
export async function storeRefusal(db: Db, ownClaim: Claim, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.status !== 402) return release(db, ownClaim)
  const { code, message, details } = error
  const answer = { code, error: message, ...(details.credits !== undefined && { credits: details.credits }) }
  await inTransaction(db, (tx) => storeResponse(tx, ownClaim, { status: error.status, answer }))
}

/** Whether a response is final. With `requiresAction`, the member confirms the card, then repeats the request. */
function isFinal({ body }: OnceResponse<unknown>): boolean {
  return !(Object(body) as { requiresAction?: unknown }).requiresAction
}
