import type { ErrorCode } from '#lib/http-contract.ts'
import type { Member } from './actor.ts'
import { type Db, inSureTransaction, inTransaction, type Tx } from './db.ts'
import { AppError } from './errors.ts'
import type { Json } from './json.ts'
import { type Claim, claim, type Kept, keep, type OnceRequest, release } from './once-claims.ts'

/** A JSON answer with its status. */
export type OnceAnswer<Body> = { status: number; body: Body }

/** A run whose process died is taken over after this, in ms; longer than any transaction of ours may last. */
const leaseMs = 30_000
/** The same for a run that asks others in between, such as a payment provider. */
const stepsLeaseMs = 90_000

type Context = { db: Db; now: () => Date }

/**
 * Does `work` once for each Idempotency-Key: in one transaction with the answer that a retry gets. Without a key it is
 * just a transaction. Answers and refusals (402) are kept for 24 hours; an answer whose `requiresAction` is set isn't.
 * AppError in_progress, idempotency_mismatch.
 */
export async function runOnce<Body>(
  context: Context,
  member: Member,
  request: OnceRequest,
  work: (tx: Tx) => Promise<OnceAnswer<Body>>,
): Promise<OnceAnswer<Body>> {
  return runWithin(context, member, request, leaseMs, (finish) => finish(work))
}

/** Changes the database and keeps the answer, both or neither. A run calls it once, as its last step. */
export type Finish<Body> = (change: (tx: Tx) => Promise<OnceAnswer<Body>>) => Promise<OnceAnswer<Body>>

/**
 * The same for work that asks others before it changes anything here. After a kill it may begin anew, so what it asks
 * of others must bear that (by a key of theirs made of this one).
 */
export async function runOnceInSteps<Body>(
  context: Context,
  member: Member,
  request: OnceRequest,
  work: (finish: Finish<Body>) => Promise<OnceAnswer<Body>>,
): Promise<OnceAnswer<Body>> {
  return runWithin(context, member, request, stepsLeaseMs, work)
}

async function runWithin<Body>(
  { db, now }: Context,
  member: Member,
  request: OnceRequest,
  lease: number,
  work: (finish: Finish<Body>) => Promise<OnceAnswer<Body>>,
): Promise<OnceAnswer<Body>> {
  const { key } = request
  if (key === undefined) return work((change) => inSureTransaction(db, change))
  const begun = await claim(db, member, { ...request, key }, { now: now(), leaseMs: lease })
  if ('kept' in begun) return answerAgain(begun.kept)
  const own = begun.claim
  try {
    return await work((change) =>
      inSureTransaction(db, async (tx) => {
        const answer = await change(tx)
        if (mayKeep(answer)) await keep(tx, own, { status: answer.status, answer: answer.body as Json })
        else await release(tx, own)
        return answer
      }),
    )
  } catch (error) {
    await keepRefusal(db, own, error)
    throw error
  }
}

/** Gives again what was kept: an answer, or the refusal (402) as the error that it was. */
export function answerAgain<Body>({ status, answer }: Kept): OnceAnswer<Body> {
  if (status !== 402) return { status, body: answer as Body }
  throw refusalOf(answer)
}

/** The refusal (402) that was kept, as an error. */
export function refusalOf(answer: Json): AppError {
  const { code, error, credits } = answer as { code: ErrorCode; error: string; credits?: number }
  return new AppError(code, error, { credits })
}

/**
 * A refusal for want of credits or money is an answer and kept; after any other error a retry begins anew. An answer
 * that was kept stays: the error may be a connection that was lost after the commit.
 */
export async function keepRefusal(db: Db, own: Claim, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.status !== 402) return release(db, own)
  const { code, message, details } = error
  const answer = { code, error: message, ...(details.credits !== undefined && { credits: details.credits }) }
  await inTransaction(db, (tx) => keep(tx, own, { status: error.status, answer }))
}

function mayKeep({ body }: OnceAnswer<unknown>): boolean {
  return !(Object(body) as { requiresAction?: unknown }).requiresAction
}
