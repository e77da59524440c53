import type { ProofSource } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    proofs: ProofsTable
  }
}

/** What a source shows about a prompt on a model. store-proofs.ts writes it. */
export interface ProofsTable {
  promptId: string
  source: ProofSource
  /** The id of a model, or in a report of use, the name that a member gave it. */
  model: string
  /** Whether it is about the prompt's current text. */
  current: boolean
  /** How many of the `answered` answers passed, or how many of the members who reported say that it worked. */
  passed: number
  answered: number
  madeAt: Date
}
