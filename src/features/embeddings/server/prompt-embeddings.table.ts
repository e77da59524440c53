declare module '#server/platform/tables.ts' {
  interface Tables {
    promptEmbeddings: PromptEmbeddingsTable
  }
}

/** What a published English prompt is about. `vector`, `signs`, `place`: null until the job has computed them. */
export interface PromptEmbeddingsTable {
  promptId: string
  /** New with each text, by a trigger. */
  version: number
  vector: Buffer | null
  signs: Buffer | null
  place: number | null
}
