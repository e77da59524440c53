declare module '#server/platform/tables.ts' {
  interface Tables {
    promptEmbeddings: PromptEmbeddingsTable
  }
}

/**
 * The embedding of a published English prompt. `signs`: the sign bits of `vector`. Both and `place` are null until the
 * job has computed them.
 */
export interface PromptEmbeddingsTable {
  promptId: string
  /** A trigger changes it whenever the text changes. */
  version: number
  vector: Buffer | null
  signs: Buffer | null
  /** Its position in the order in which vectors were stored. */
  place: number | null
}
