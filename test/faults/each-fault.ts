import { expect } from 'vitest'
import { errorStatus } from '#lib/http-contract.ts'
import { faultKinds, innerWord, lookName, withFault } from './faults.ts'

/** An answer of the API; of a stream, its status and the data of its last event. */
export type FaultAnswer = { status: number; body: Record<string, unknown>; isEvent?: boolean }

/** One path through the product that may fail at any point. */
export type Path<Case> = {
  /** What must hold at any moment; asked once at the end, since nothing mends in one situation what broke in another. */
  invariants: () => Promise<void>
  /** A fresh situation. */
  begin: () => Promise<Case>
  /** The request; told again with the same key in the same situation. */
  act: (situation: Case) => Promise<FaultAnswer>
  /**
   * What has to be true after each failure, before anybody tries again. `isKnown`: the server could know what became of
   * it, so an error must mean that nothing was done.
   */
  after?: (situation: Case, answer: FaultAnswer, isKnown: boolean) => Promise<void>
  /** What a client does that got no good answer, and what has to be true then. Unset: nobody tries again. */
  again?: (situation: Case, answer: FaultAnswer) => Promise<void>
}

/**
 * Counts what a path asks of database, vendors and looks in a clean run; then makes each of these fail once in each way,
 * in a fresh situation, and checks what must always hold. Answers how many failures that were.
 */
export async function failEverywhere<Case>({ invariants, begin, act, after, again }: Path<Case>): Promise<number> {
  const situation = await begin()
  const clean = await withFault(null, () => act(situation))
  expect(clean.result.status, JSON.stringify(clean.result.body)).toBeLessThan(300)
  await after?.(situation, clean.result, true)
  let hits = 0
  for (const [index] of clean.points.entries()) {
    for (const kind of faultKinds) {
      const situation = await begin()
      const { result, hit } = await withFault({ at: index + 1, kind }, () => act(situation))
      if (hit === null) continue
      hits++
      const what = `${kind}, at ${index + 1}, ${hit}: ${JSON.stringify(result)}`
      checkAnswer(result, what)
      await inWords(what, async () => {
        // What is committed is answered as done, whatever the look after it says.
        if (hit === lookName) expect(result.status).toBeLessThan(300)
        await after?.(situation, result, kind !== 'unheard')
        await again?.(situation, result)
      })
    }
  }
  await invariants()
  return hits
}

function checkAnswer({ status, body, isEvent }: FaultAnswer, what: string): void {
  expect(JSON.stringify(body), what).not.toContain(innerWord)
  if (status < 400 && !isEvent) return
  if (isEvent && !('error' in body)) return
  expect(body, what).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  if (isEvent) return
  expect(errorStatus[body.code as keyof typeof errorStatus], what).toBe(status)
  expect(body.requestId, what).toEqual(expect.any(String))
}

async function inWords(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`${what}\n${(error as Error).message}`, { cause: error })
  }
}
