import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { Variable } from '#features/variables/contract.ts'
import type { CardPicture, StoredPicture, VersionedPrompt, WrittenPrompt } from '../contract.ts'
import type { PromptStatus } from '../rules.ts'
import type { CountScope } from './prompt-counts.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    categories: CategoriesTable
    prompts: PromptsTable
    promptFormerSlugs: { slug: string; promptId: string }
    promptVersions: PromptVersionsTable
    /** The proposer whose suggested edit became a version. */
    promptVersionCredits: { promptId: string; version: number; userId: string }
    /** The bands by which near-duplicates of a prompt are found (similarity-rules.ts). */
    promptBands: { promptId: string; bands: number[] }
    promptCounts: { scope: CountScope; key: string; prompts: number }
    promptTags: PromptTagsTable
    voteTallies: VoteTalliesTable
    filterCounts: FilterCountsTable
    filterCountChanges: FilterCountsTable
    promptAuthors: PromptAuthorsTable
    creditedAuthors: CreditedAuthorsTable
    authorTotals: AuthorTotalsTable
    /** `userId`: a member, or a credited author. */
    authorDays: { userId: string; day: ColumnType<Date, string>; copies: Generated<number>; votes: Generated<number> }
    /** `askedBy`: the moderator who started the takedown. */
    takedowns: { userId: string; askedBy: string; prompts: Generated<number>; edits: Generated<number> }
  }
}

export interface CategoriesTable {
  id: string
  slug: string
  name: string
  description: string
  position: number
}

/** Written as JSON text, since the driver would convert a JavaScript array to a PostgreSQL array. */
type VariablesColumn = ColumnType<Variable[], string | undefined, string>

export interface PromptsTable extends Omit<WrittenPrompt, 'variables'> {
  variables: VariablesColumn
  id: string
  slug: string
  excerpt: string
  /** The `excerptVersion` that computed the excerpt. */
  excerptVersion: Generated<number>
  language: string
  /** The values that lists are filtered by, as `name:value` (prompt-filters.ts). */
  filters: Generated<string[]>
  /** What a prompt for images says about its picture. */
  picture: StoredPicture | null
  /** The first picture of its first published example with pictures. Written as JSON by set-card-pictures.ts. */
  examplePicture: CardPicture | null
  /** The `filtersVersion` that computed filters and picture. */
  filtersVersion: Generated<number>
  categoryId: string
  userId: string
  credit: string | null
  /** The people named in `credit`, in order: credited authors, or the members who claimed the names. */
  creditedIds: Generated<string[]>
  /** The `creditVersion` that computed `creditedIds`; 0 if none has yet. */
  creditVersion: Generated<number>
  forkOf: string | null
  status: PromptStatus
  removedReason: string | null
  version: Generated<number>
  featured: Generated<boolean>
  communityPick: Generated<boolean>
  votesUp: Generated<number>
  votesDown: Generated<number>
  rating: Generated<number>
  /** The parts of the trending score, which SQL calls heat, that come from votes and from copies (trending-rules.ts). */
  votesHeat: number | null
  copiesHeat: number | null
  trending: GeneratedAlways<number>
  copies: Generated<number>
  favorites: Generated<number>
  testedWith: Generated<AiVendor[]>
  /** Whether it has public test results. */
  hasResults: Generated<boolean>
  worksBestWith: AiVendor | null
  /** SHA-256 that identifies an imported prompt; null for a prompt written here. */
  importKey: Buffer | null
  contentHash: Buffer
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
  /** The status before the prompt was deleted. */
  statusBefore: Exclude<PromptStatus, 'deleted'> | null
  /** A tsvector of title, tags and description (search-vectors.ts). */
  searchHead: string
  /** The same, plus the descriptions of blanks and the content. */
  searchText: string
  /** The `searchVersion` that computed both. */
  searchVersion: Generated<number>
}

export interface PromptVersionsTable extends Omit<VersionedPrompt, 'variables'> {
  variables: VariablesColumn
  promptId: string
  version: number
  userId: string
  note: string | null
  shown: Generated<boolean>
  createdAt: Date
}

/**
 * Maintained by triggers on `votes` (db/migrations/0041_vote_tallies.sql). Cast `weight` to text: a JavaScript number
 * can't hold all its digits.
 */
export interface VoteTalliesTable {
  promptId: string
  up: number
  down: number
  weight: number
  /** Whether `applyTallies` still has to copy it to the prompt. */
  changed: Generated<boolean>
}

/** Maintained by database triggers (db/migrations/0019_tag_lists.sql). */
export interface PromptTagsTable {
  tag: string
  categoryId: string
  publishedAt: Date
  promptId: string
  copies: number
  rating: number
  trending: number
}

/** The number of published prompts with the same filters, or a change of it (db/migrations/0034_filters.sql). */
export interface FilterCountsTable {
  categoryId: string
  filters: string[]
  prompts: number
}

/** Maintained by database triggers (db/migrations/0028_credited_authors.sql). */
export interface PromptAuthorsTable {
  /** A member, or a credited author. */
  authorId: string
  rating: number
  promptId: string
}

/** A person named in the credit of an imported prompt. `key`: the name in lower case. */
export interface CreditedAuthorsTable {
  id: string
  key: string
  name: string
  createdAt: Generated<Date>
  /** The member who proved to be this person. */
  memberId: string | null
}

export interface AuthorTotalsTable {
  /** A member, or a credited author. */
  userId: string
  prompts: Generated<number>
  copies: Generated<number>
  votes: Generated<number>
  score: GeneratedAlways<number>
}
