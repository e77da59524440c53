declare module '#platform/database/tables.ts' {
  interface Tables {
    promptEmbeddings: PromptEmbeddingsTable
  }
}

/**
 * The embedding of a published English prompt. `signs` has the sign bits of `vector` (`signsOf`). These two columns and
 * `place` are null until the vector has been computed.
 */
export interface PromptEmbeddingsTable {
  promptId: string
  /** A trigger changes this number whenever the prompt's text changes. */
  version: number
  vector: Buffer | null
  signs: Buffer | null
  /** The position of this vector in the order in which vectors were stored. */
  place: number | null
  /** Until when a process computes the vector. Null if none has begun. */
  computingUntil: Date | null
}
