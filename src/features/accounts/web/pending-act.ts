import { keep, kept } from './kept-values.ts'

/** What somebody wanted to do and had to sign in for. `data` is JSON, read by the feature that does it. */
export type PendingAct = { kind: string; data: unknown }

/** An act is performed after a sign-in, not days later: in ms. */
export const pendingActMs = 30 * 60_000

/** Keeps an act over a sign-in; there is one at a time, the last. */
export function keepPendingAct({ kind, data }: PendingAct): void {
  keep('pendingAct', JSON.stringify({ kind, data, at: Date.now() }))
}

/**
 * Takes out the kept act of this kind: its data, or undefined. `isMine` says whether the act is about what the caller
 * shows (this prompt, this form); others stay. Storage may hold anything, so the data is unknown.
 */
export function takePendingAct(kind: string, isMine: (data: unknown) => boolean = () => true): unknown {
  const act = parse(kept('pendingAct'))
  if (act.kind !== kind || !isMine(act.data)) return undefined
  keep('pendingAct', null)
  return Date.now() - Number(act.at) < pendingActMs ? act.data : undefined
}

function parse(text: string | null): { kind?: unknown; data?: unknown; at?: unknown } {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
