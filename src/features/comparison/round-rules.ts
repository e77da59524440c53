import { cutText } from '#lib/well-formed.ts'

/** How many rounds a member may answer in a day. Each takes one point. */
export const roundsPerMember = { name: 'blind_rounds', points: 200, seconds: 86_400 } as const

/** A member's choice between two answers. `none` means that both are bad, and `skip` that the member has no opinion. */
export const roundOutcomes = ['a', 'b', 'tie', 'none', 'skip'] as const
export type RoundOutcome = (typeof roundOutcomes)[number]

/**
 * The kinds of attention checks. Either both answers are the same, or one is complete and the other is only its
 * beginning, which is shown on the left (A) or on the right (B).
 */
export const attentionKinds = ['same', 'cut_left', 'cut_right'] as const
export type AttentionKind = (typeof attentionKinds)[number]

/** A member's results in attention checks so far. */
export type AttentionRecord = { passed: number; failed: number }

/**
 * Returns the share of rounds that are attention checks. It is higher until the first check, because votes count only
 * after it.
 */
export function checkShare({ passed, failed }: AttentionRecord): number {
  return passed + failed === 0 ? 1 / 3 : 1 / 10
}

/**
 * Tells whether a member's votes in blind rounds count. They do if the member has passed at least one check, and at
 * least 80 % of all checks.
 */
export function isAttentive({ passed, failed }: AttentionRecord): boolean {
  return passed > 0 && failed * 4 <= passed
}

/**
 * Tells whether an outcome passes a check, or returns null if it neither passes nor fails. `none` never fails, because
 * both answers may be bad. It doesn't pass either, because members could otherwise pass every check without reading.
 */
export function passesCheck(attention: AttentionKind, outcome: RoundOutcome): boolean | null {
  if (outcome === 'skip' || outcome === 'none') return null
  const correctOutcomes: Record<AttentionKind, RoundOutcome> = { same: 'tie', cut_left: 'b', cut_right: 'a' }
  return outcome === correctOutcomes[attention]
}

/** An answer with at least this many characters can be cut off so that the cut is obvious. */
export const cuttableLengthMin = 400
const cutLength = 90

/**
 * Returns the beginning of an answer. Drops a fragment of up to two characters at its end, which could look like a
 * word.
 */
export function cutOff(text: string): string {
  return cutText(text, cutLength).replace(/(?<!\s)\s+\S{0,2}$/u, '')
}
