import { callMax, threadCpuMsOf } from '#test/cpu-time.ts'
import { extremeTexts } from './extreme-texts.ts'

/**
 * The lengths in UTF-16 units of the texts: the longest that a prompt may have, a quarter of it, and before them short
 * ones, which find what would never end. `limit`: how long they may take, in ms.
 */
const short = [
  { texts: extremeTexts(1_500), limit: 50 },
  { texts: extremeTexts(10_000), limit: callMax },
]
const texts = { quarter: extremeTexts(50_000), whole: extremeTexts(200_000) }

/**
 * What takes less than this, in ms, for 10,000 characters or for a quarter of a text takes less than `callMax` for the
 * whole, even if quadratic.
 */
const negligibleMs = { tenThousand: 0.2, quarter: 5 }
/** Four times the text may take four times as long, and more only if the measurement is coarse. */
const growthMax = 9
const growthFloorMs = 40

/**
 * Calls a function with extreme texts of 50,000 and 200,000 characters. Returns what took more than `callMax` ms of
 * CPU or more than linear time. Errors that a call throws are the function's answer.
 */
export async function slowCalls(call: (text: string) => unknown): Promise<string[]> {
  const answer = async (text: string) => {
    try {
      await drain(call(text))
    } catch {
      // The text was refused.
    }
  }
  // Lets the function load and compile what it needs.
  for (const text of ['a', 'a b', 'a. b']) await answer(text)
  const slow: string[] = []
  for (const [name, quarter] of Object.entries(texts.quarter)) {
    const { endless, last } = await callShort(name, answer)
    if (endless) slow.push(endless)
    if (endless || last < negligibleMs.tenThousand) continue
    const before = await threadCpuMsOf(() => answer(quarter))
    if (before < negligibleMs.quarter) continue
    const after = before > 2 * callMax ? before : await threadCpuMsOf(() => answer(texts.whole[name] ?? ''))
    const growth = after / before
    if (after > callMax) slow.push(`${name}: ${Math.round(after)} ms`)
    else if (after > growthFloorMs && growth > growthMax)
      slow.push(`${name}: ${growth.toFixed(0)} times for 4 times the text`)
  }
  return slow
}

/** Calls with the short texts. `last`: how long the longest of them took, in ms. */
async function callShort(name: string, answer: (text: string) => Promise<void>) {
  let last = 0
  for (const { texts, limit } of short) {
    const text = texts[name] ?? ''
    last = await threadCpuMsOf(() => answer(text))
    if (last > limit) return { endless: `${name}: ${Math.round(last)} ms for ${text.length} characters`, last }
  }
  return { endless: null, last }
}

/** Takes everything that a generator yields, which does its work only then. */
async function drain(result: unknown): Promise<void> {
  const value = await result
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    if (Symbol.asyncIterator in value) for await (const _ of value as AsyncIterable<unknown>);
    else if (Symbol.iterator in value) for (const _ of value as Iterable<unknown>);
}
