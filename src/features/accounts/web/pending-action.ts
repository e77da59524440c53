import { readStored, writeStored } from './browser-storage.ts'
import { readLastMemberId, readSession } from './session-store.ts'

/**
 * Something that a visitor started and that needs a sign-in, such as a vote. `data` is any JSON value; the feature that
 * performs the action checks it. `purpose` completes "Sign in to", and `nextStep` says what happens afterwards. An
 * action is stored only in its tab, never in a URL, so no link can make a member perform one.
 */
export type PendingAction = { kind: string; data: unknown; purpose: string; nextStep: string }

/** How long a pending action stays valid, in ms. It should be performed right after the login, and not days later. */
export const pendingActionMs = 30 * 60_000

/**
 * Stores an action until after the login, in place of any other. If a member's session has expired on this page, only
 * that member can perform the action. Otherwise, whoever signs in next can.
 */
export function storePendingAction(action: PendingAction): void {
  writeStored('pendingAction', JSON.stringify({ ...action, at: Date.now(), by: readLastMemberId() }))
}

/** Drops the stored action, because the visitor moved on to something else. */
export function dropPendingAction(): void {
  writeStored('pendingAction', null)
}

/** Binds a visitor's action to the member who signs in now, so that it isn't performed for another member later. */
export function bindPendingAction(memberId: string): void {
  const action = parse(readStored('pendingAction'))
  if (action.by === null) writeStored('pendingAction', JSON.stringify({ ...action, by: memberId }))
}

/** Returns the stored action's texts for the login page, or null if no valid action is stored. */
export function readPendingTexts(): Pick<PendingAction, 'purpose' | 'nextStep'> | null {
  const { purpose, nextStep, at } = parse(readStored('pendingAction'))
  const isValid = typeof purpose === 'string' && typeof nextStep === 'string' && isFresh(at)
  return isValid ? { purpose, nextStep } : null
}

/**
 * Takes the stored action of this kind and returns its data, or undefined. `matches` tells whether the action is about
 * what the caller shows (this prompt, this form); if not, the action stays stored. An expired action, or another
 * member's, is dropped. The data has the type `unknown`, because storage may hold anything.
 */
export function takePendingAction(kind: string, matches: (data: unknown) => boolean = () => true): unknown {
  const action = parse(readStored('pendingAction'))
  if (action.kind !== kind || !matches(action.data)) return undefined
  dropPendingAction()
  return isFresh(action.at) && action.by === (readSession().user?.id ?? null) ? action.data : undefined
}

/**
 * Tells whether an action stored at this time is still valid. If the clock was set back, the time may be in the future.
 * Then the same limit applies.
 */
function isFresh(at: unknown): boolean {
  return Math.abs(Date.now() - Number(at)) < pendingActionMs
}

function parse(text: string | null): { [Name in keyof PendingAction | 'at' | 'by']?: unknown } {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
