import type { Generated, GeneratedAlways } from 'kysely'
import type { CardPicture } from '../contract.ts'
import type { ResultSource } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    results: ResultsTable
  }
}

/** A prompt's newest public result of a source. store-results.ts writes it. */
export interface ResultsTable {
  promptId: string
  source: ResultSource
  /** The run, comparison, example or prompt that has the whole. */
  sourceId: string
  /** The member whose result it is. */
  userId: string | null
  /** Null if the editors wrote it. */
  model: string | null
  /** The first lines. */
  text: string | null
  picture: CardPicture | null
  madeAt: Date
  /** Whether it is the one that is shown beside the prompt. */
  shown: Generated<boolean>
  /** What the choice depends on first: 0 with a picture, 1 for an answer, 2 if the editors wrote it. */
  rank: GeneratedAlways<number>
}
