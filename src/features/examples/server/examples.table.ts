import type { ColumnType, Generated } from 'kysely'
import type { ExampleStatus } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    examples: ExamplesTable
    examplePictures: ExamplePicturesTable
    /** Pictures whose row was deleted, for the job that removes their files. Filled by a trigger. */
    pictureRemovals: { key: string; dueAt: Date }
  }
}

/** What a member got from a prompt. */
export interface ExamplesTable {
  id: string
  promptId: string
  userId: string
  model: string
  /** As YYYY-MM-DD. */
  madeOn: ColumnType<Date, string, string>
  settings: string
  /** Null if it has pictures. */
  text: string | null
  status: ExampleStatus
  removedReason: string | null
  /** The status that restoring a removed example brings back. */
  statusBefore: Exclude<ExampleStatus, 'removed'> | null
  createdAt: Date
  /** When the status last changed. */
  changedAt: Date
}

export interface ExamplePicturesTable {
  id: string
  userId: string
  /** Null until it is used in an example. */
  exampleId: string | null
  /** Its position among the pictures of the example, from 0. */
  place: Generated<number>
  key: string
  width: number
  height: number
  /** The size of all its files. */
  bytes: number
  alt: Generated<string>
  /** Whether all files are written. */
  stored: Generated<boolean>
  createdAt: Date
}
