import { readStored, writeStored } from './browser-storage.ts'
import { readLastMember, readSession } from './session-store.ts'

/**
 * Something a visitor started that waits for a sign-in, such as a vote. `data` is JSON, parsed by the feature that
 * performs it. `purpose` completes "Sign in to", `nextStep` says what follows. Stored in this tab only: no link can
 * contain an act.
 */
export type PendingAct = { kind: string; data: unknown; purpose: string; nextStep: string }

/** How long a pending act stays valid, in ms: it should follow the login, not come days later. */
export const pendingActMs = 30 * 60_000

/**
 * Stores an act until after the login: for the member whose session ended, or for whoever signs in next if a visitor
 * started it. Replaces a stored act.
 */
export function storePendingAct(act: PendingAct): void {
  writeStored('pendingAct', JSON.stringify({ ...act, at: Date.now(), by: readLastMember() }))
}

/** Drops the stored act, because the visitor moved on to something else. */
export function dropPendingAct(): void {
  writeStored('pendingAct', null)
}

/** Binds a visitor's act to the member who signs in now, so that it isn't performed for another member later. */
export function bindPendingAct(memberId: string): void {
  const act = parse(readStored('pendingAct'))
  if (act.by === null) writeStored('pendingAct', JSON.stringify({ ...act, by: memberId }))
}

/** The stored act's texts for the login page; null if no act is stored. */
export function readPendingTexts(): Pick<PendingAct, 'purpose' | 'nextStep'> | null {
  const { purpose, nextStep, at } = parse(readStored('pendingAct'))
  const isValid = typeof purpose === 'string' && typeof nextStep === 'string' && isFresh(at)
  return isValid ? { purpose, nextStep } : null
}

/**
 * Takes the stored act of this kind and returns its data, or undefined. `matches` tells whether the act is about what
 * the caller shows (this prompt, this form); other acts stay stored. Another member's act is dropped. Storage may hold
 * anything, so the data is unknown.
 */
export function takePendingAct(kind: string, matches: (data: unknown) => boolean = () => true): unknown {
  const act = parse(readStored('pendingAct'))
  if (act.kind !== kind || !matches(act.data)) return undefined
  dropPendingAct()
  return isFresh(act.at) && act.by === (readSession().user?.id ?? null) ? act.data : undefined
}

/** Times in the future are invalid too: the clock was set back. */
function isFresh(at: unknown): boolean {
  return Math.abs(Date.now() - Number(at)) < pendingActMs
}

function parse(text: string | null): { [Name in keyof PendingAct | 'at' | 'by']?: unknown } {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
