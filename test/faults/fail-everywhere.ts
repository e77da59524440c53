import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { errorStatus } from '#lib/http-contract.ts'
import { internalMarker, postWriteCheck, withFault } from './faults.ts'

/** A response of the API; for a stream, its status and the data of its last event. */
export type FaultResponse = { status: number; body: Record<string, unknown>; isEvent?: boolean }

/** An operation of the product that may fail at any of its calls. */
export type TestedOperation<Case> = {
  /** Checks what must always hold. Called only at the end: later situations can't repair what earlier ones broke. */
  invariants: () => Promise<void>
  /** Creates what a request needs, such as a member with credits. */
  createSituation: () => Promise<Case>
  /** Sends the request. A repeat in the same situation uses the same Idempotency-Key. */
  act: (situation: Case) => Promise<FaultResponse>
  /**
   * Checks the state after the clean run, and after each failure before a retry. `isKnown`: the server could know the
   * outcome, so an error must mean that nothing was done.
   */
  checkState?: (situation: Case, response: FaultResponse, isKnown: boolean) => Promise<void>
  /** Repeats the request after each failure, whatever the response was, and checks the state. Unset: no repeats. */
  retry?: (situation: Case, response: FaultResponse) => Promise<void>
}

/**
 * With `FAULTS=all`, each call fails in every way, which takes minutes. Otherwise a call fails in one way, which differs
 * by run; only commits fail in every way.
 */
const usesEveryKind = process.env.FAULTS === 'all'

/**
 * Counts the calls to the database, to vendors and to the check after a write in a clean run of the operation. Then makes each
 * of them fail in a new situation, a commit with every kind of failure, and checks the invariants. Returns the number of calls
 * that failed.
 */
export async function failEverywhere<Case>({
  invariants,
  createSituation,
  act,
  checkState,
  retry,
}: TestedOperation<Case>): Promise<number> {
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
      const context = `${kind}, at ${index + 1}, ${hit}: ${JSON.stringify(result)}`
      checkResponse(result, context)
      await withContext(context, async () => {
        // A committed write must succeed even if the check after it fails.
        if (hit === postWriteCheck) expect(result.status).toBeLessThan(300)
        await checkState?.(situation, result, kind !== 'response-lost')
        await retry?.(situation, result)
      })
    }
  }
  await invariants()
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
