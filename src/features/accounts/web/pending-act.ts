import { readStored, writeStored } from './browser-storage.ts'

/** What a user wanted to do and had to sign in for. `data` is JSON, parsed by the feature that does it. */
export type PendingAct = { kind: string; data: unknown }

/** How long a pending act stays valid, in ms: it should follow the login, not come days later. */
export const pendingActMs = 30 * 60_000

/** Stores an act until after the login. There is only one; a newer act replaces it. */
export function storePendingAct({ kind, data }: PendingAct): void {
  writeStored('pendingAct', JSON.stringify({ kind, data, at: Date.now() }))
}

/**
 * Takes the stored act of this kind and returns its data, or undefined. `isMine` decides whether the act is about what
 * the caller shows (this prompt, this form); other acts stay. Storage may hold anything, so the data is unknown.
 */
export function takePendingAct(kind: string, isMine: (data: unknown) => boolean = () => true): unknown {
  const act = parse(readStored('pendingAct'))
  if (act.kind !== kind || !isMine(act.data)) return undefined
  writeStored('pendingAct', null)
  return Date.now() - Number(act.at) < pendingActMs ? act.data : undefined
}

function parse(text: string | null): { kind?: unknown; data?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
