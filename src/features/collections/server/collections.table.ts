import type { Generated } from 'kysely'
import type { Visibility } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    collections: CollectionsTable
    collectionItems: CollectionItemsTable
    collectionGroups: CollectionGroupsTable
  }
}

export interface CollectionsTable {
  id: string
  userId: string
  /** The random characters at the end of every slug of the collection. */
  key: string
  slug: string
  title: string
  description: string
  visibility: Visibility
  forkOf: string | null
  featuredAt: Date | null
  removedReason: string | null
  /** When the collection became public for the first time. */
  listedAt: Date | null
  createdAt: Date
  updatedAt: Date
  /** A tsvector of title and description, and the version of the rules that made it (search-collections.ts). */
  search: string
  searchVersion: Generated<number>
}

/** An item of a collection. Exactly one of `promptId`, `toolId` and `comparisonId` is set. */
export interface CollectionItemsTable {
  id: string
  collectionId: string
  promptId: string | null
  toolId: string | null
  /** The owner of the comparison `comparisonId`. Both are set, or neither. */
  comparisonOwner: string | null
  comparisonId: string | null
  note: Generated<string>
  position: number
  addedAt: Date
}

/** A group whose members may read a collection with the visibility `shared`. */
export interface CollectionGroupsTable {
  collectionId: string
  groupId: string
}
