import { licenses } from '#features/catalogue/rules.ts'
import type { StartingPoint } from '#features/generator/contract.ts'
import { readVariables } from '#features/variables/variable-list-rules.ts'
import type { Generation, OpenedGeneration } from './generation-state.ts'

/** The key in sessionStorage, where the result survives a reload and the Back button. It is deleted at sign-out. */
const storageKey = 'generator_result'

/** The last result of this tab. `prompt` is null if the member left the page during the run. */
export type StoredResult = Omit<OpenedGeneration, 'prompt'> & { prompt: OpenedGeneration['prompt'] | null }

/** Stores a result, or a run that has begun, for this user (id). After a failure, deletes what is stored. */
export function storeResult(userId: string, { phase, runId, model, price, prompt }: Generation): void {
  if (phase === 'failed') write(null)
  else if (model !== null && (runId !== null || prompt !== null))
    write(JSON.stringify({ userId, runId, model, price: price ?? 0, prompt }))
}

/** Deletes the stored result if it belongs to this run. */
export function forgetResult(runId: string): void {
  if (read().runId === runId) write(null)
}

/**
 * Returns the stored result of this user (id), or null if there is none. Checks it, because storage may contain
 * anything.
 */
export function readResult(userId: string): StoredResult | null {
  const { userId: owner, runId, model, price, prompt } = read()
  if (owner !== userId || typeof model !== 'string' || typeof price !== 'number') return null
  if (typeof runId !== 'string' && runId !== null) return null
  if (prompt === null) return runId === null ? null : { runId, model, price, prompt }
  const { title, description, content, category, tags, variables, source, alternatives } = Object(prompt)
  const isPrompt = [title, description, content, category].every((text) => typeof text === 'string')
  if (!isPrompt || !Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return null
  return {
    runId,
    model,
    price,
    prompt: {
      title,
      description,
      content,
      category,
      tags,
      variables: readVariables(variables),
      source: readStartingPoint(source),
      alternatives: Array.isArray(alternatives) ? alternatives.flatMap((found) => readStartingPoint(found) ?? []) : [],
    },
  }
}

function readStartingPoint(stored: unknown): StartingPoint | null {
  const { id, slug, title, description, excerpt, credit, user, licence } = Object(stored)
  const { username } = Object(user)
  const isComplete = [id, slug, title, description, excerpt, username].every((text) => typeof text === 'string')
  const license = licenses.find((known) => known === licence)
  if (!isComplete || !license || (credit !== null && typeof credit !== 'string')) return null
  return { id, slug, title, description, excerpt, credit, user: { username }, licence: license }
}

function read(): Record<string, unknown> {
  try {
    return Object(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'))
  } catch {
    return {}
  }
}

function write(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, text)
  } catch {
    // Storage is full or blocked. Runs on the server are still in the member's history.
  }
}
