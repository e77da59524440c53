/** What can show that a prompt works on a model: answers in tests, published comparisons, and members' reports of use. */
export const proofSources = ['test', 'comparison', 'report'] as const
export type ProofSource = (typeof proofSources)[number]

/**
 * `proved`: the current text works on a model that hasn't ended. `partly`: only an earlier text does, or fewer than
 * `provedShare` of the answers passed. `ended`: all models that it worked on have ended. `failed`: fewer than half of
 * the answers passed.
 */
export const proofStates = ['proved', 'partly', 'ended', 'failed'] as const
export type ProofState = (typeof proofStates)[number]

/** The share of test answers that must pass: at least this for `proved`, and at least half for `partly`. */
export const provedShare = 0.8
