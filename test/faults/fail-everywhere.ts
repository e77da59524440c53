import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { errorStatus } from '#lib/http-contract.ts'
import { internalMarker, postWriteCheck, withFault } from './faults.ts'

/**
 * A response of the API. For a stream, `isEvent` is set, `body` is the data of the last event, and `status` is 500 if
 * that event is an error.
 */
export type FaultResponse = { status: number; body: Record<string, unknown>; isEvent?: boolean }

/** An operation of the product, any of whose calls may fail. */
export type TestedOperation<Situation> = {
  /**
   * Checks what must always be true. It is called only once, at the end, because later situations can't repair what
   * earlier ones broke.
   */
  checkInvariants: () => Promise<void>
  /** Creates what the request needs, for example a member with credits. */
  createSituation: () => Promise<Situation>
  /** Sends the request whose calls may fail. */
  act: (situation: Situation) => Promise<FaultResponse>
  /**
   * Checks the state after the run without failures, and after each failure before a retry. `isOutcomeKnown` is false
   * if the failed call had its effect, but its response was lost. Otherwise, an error response must mean that nothing
   * was done.
   */
  checkState?: (situation: Situation, response: FaultResponse, isOutcomeKnown: boolean) => Promise<void>
  /**
   * Called after each failure, whatever the response was. Repeats the request and checks the state. If it is unset, the
   * request isn't repeated.
   */
  retry?: (situation: Situation, response: FaultResponse) => Promise<void>
}

/**
 * With `FAULTS=all`, each call fails in every way, which takes minutes. Otherwise, each call fails in only one way,
 * which changes from run to run. Commits always fail in every way.
 */
const usesEveryKind = process.env.FAULTS === 'all'

/**
 * Runs the operation once without failures, and counts its calls: to the database, to vendors, and to the check after a
 * write. Then makes each of these calls fail, in a new situation each time, and finally checks the invariants. Returns
 * how many of these calls failed.
 */
export async function failEverywhere<Situation>({
  checkInvariants,
  createSituation,
  act,
  checkState,
  retry,
}: TestedOperation<Situation>): Promise<number> {
  const situation = await createSituation()
  const cleanRun = await withFault(null, () => act(situation))
  expect(cleanRun.result.status, JSON.stringify(cleanRun.result.body)).toBeLessThan(300)
  await checkState?.(situation, cleanRun.result, true)
  const failedCalls = new Set<number>()
  const turn = randomInt(6)
  for (const [index, { name, kinds }] of cleanRun.calls.entries()) {
    const isCommit = /^statement: commit$/i.test(name)
    for (const kind of usesEveryKind || isCommit ? kinds : kinds.slice((turn + index) % kinds.length).slice(0, 1)) {
      const situation = await createSituation()
      const { result, hit } = await withFault({ at: index + 1, kind }, () => act(situation))
      if (hit === null) continue
      failedCalls.add(index)
      const context = `${kind} at call ${index + 1} (${hit}): ${JSON.stringify(result)}`
      checkResponse(result, context)
      await withContext(context, async () => {
        // Here the write is committed, so the response must report success even though the check after it failed.
        if (hit === postWriteCheck) expect(result.status).toBeLessThan(300)
        await checkState?.(situation, result, kind !== 'response-lost')
        await retry?.(situation, result)
      })
    }
  }
  await checkInvariants()
  return failedCalls.size
}

function checkResponse({ status, body, isEvent }: FaultResponse, context: string): void {
  expect(JSON.stringify(body), context).not.toContain(internalMarker)
  if (status < 400 && !isEvent) return
  if (isEvent && !('error' in body)) return
  expect(body, context).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  if (isEvent) return
  expect(errorStatus[body.code as keyof typeof errorStatus], context).toBe(status)
  expect(body.requestId, context).toEqual(expect.any(String))
}

async function withContext(context: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(
      `${context}
${(error as Error).message}`,
      { cause: error },
    )
  }
}
