import type { ColumnType, Generated } from 'kysely'
import type { ExampleStatus } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    examples: ExamplesTable
    examplePictures: ExamplePicturesTable
    /** The keys of deleted pictures, for the job that removes their files. A trigger adds the rows. */
    pictureRemovals: { key: string; dueAt: Date }
  }
}

/** What a member got from a prompt, or a picture that an import brought. */
export interface ExamplesTable {
  id: string
  promptId: string
  userId: string
  /** Empty if an imported file names none. */
  model: string
  /** The day on which the member got the example, or null if an imported file names none. Written as YYYY-MM-DD. */
  madeOn: ColumnType<Date | null, string | null, string | null>
  settings: string
  /** Null if the example has pictures. */
  text: string | null
  /** The address from which an import fetched the picture. */
  source: string | null
  status: ExampleStatus
  removedReason: string | null
  /** The status that a removed example gets when it is restored. */
  statusBefore: Exclude<ExampleStatus, 'removed'> | null
  createdAt: Date
  /** When the status last changed. */
  changedAt: Date
}

export interface ExamplePicturesTable {
  id: string
  userId: string
  /** Null until an example uses the picture. */
  exampleId: string | null
  /** The picture's position in the example, from 0. */
  place: Generated<number>
  /** The part of the picture's address that can't be guessed. Its files are stored under this key. */
  key: string
  width: number
  height: number
  /** The total size of the picture's files. */
  bytes: number
  alt: Generated<string>
  /** Whether all files have been written. */
  stored: Generated<boolean>
  createdAt: Date
}
