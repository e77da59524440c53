import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AiVendor } from '#features/models/rules.ts'
import type { Proof } from '#features/proofs/contract.ts'
import type { Variable } from '#features/variables/contract.ts'
import type { Picture, SkillFile, VersionedPrompt, WrittenPrompt } from '../contract.ts'
import type { HiddenCharacters } from '../hidden-character-rules.ts'
import type { Finding } from '../paper-rules.ts'
import type { PromptStatus } from '../rules.ts'
import type { CountScope } from './prompt-counts.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    categories: CategoriesTable
    prompts: PromptsTable
    promptFormerSlugs: { slug: string; promptId: string }
    promptVersions: PromptVersionsTable
    /** The people whose suggested edits became versions. `userId` is the proposer. */
    promptVersionCredits: { promptId: string; version: number; userId: string }
    /** The bands of a prompt's MinHash signature, by which near-duplicates are found (similarity-rules.ts). */
    promptBands: { promptId: string; bands: number[] }
    /** `key` is the category id, account id or tag that is counted, and '' for other scopes (prompt-counts.ts). */
    promptCounts: { scope: CountScope; key: string; prompts: number }
    /** The rows of lists by tag: each published prompt once for each of its tags. */
    promptTags: PromptTagsTable
    /** The rows of lists by group: each shared or published prompt of a group once for each of its groups. */
    groupPrompts: GroupPromptsTable
    voteTallies: VoteTalliesTable
    /** How many public comments and replies a prompt has. Triggers maintain it (db/migrations/0144_comment_tallies.sql). */
    commentTallies: { promptId: string; comments: number }
    filterCounts: FilterCountsTable
    /** Changes of the counts in `filterCounts` that aren't yet added to them. */
    filterCountChanges: FilterCountsTable
    /** The rows of lists by author: each published prompt once for each author that it counts for. */
    promptAuthors: PromptAuthorsTable
    creditedAuthors: CreditedAuthorsTable
    authorTotals: AuthorTotalsTable
    authorDays: AuthorDaysTable
    /**
     * `askedBy` is the moderator who started the takedown. `prompts` and `edits` are the numbers of prompts removed and
     * edits undone so far.
     */
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

/** A column written as JSON text, because the driver would convert a JavaScript array to a PostgreSQL array. */
type ListColumn<Item> = ColumnType<Item[], string | undefined, string>

export interface PromptsTable extends Omit<WrittenPrompt, 'files' | 'variables'> {
  files: ListColumn<SkillFile>
  variables: ListColumn<Variable>
  id: string
  slug: string
  excerpt: string
  /** Written as JSON text. */
  hiddenCharacters: ColumnType<HiddenCharacters[], string, string>
  /** What people should know before a model reads the prompt. Written as JSON text. */
  findings: ColumnType<Finding[], string, string>
  /** The number of alarms among the findings. */
  alarms: Generated<number>
  /** The version whose findings a moderator has looked at. Null if no one has, or if the rules found others since. */
  seenVersion: number | null
  /** The `excerptVersion` of the rules that computed the excerpt, the hidden characters and the findings. */
  excerptVersion: Generated<number>
  language: string
  /** The values that lists are filtered by, as `name:value` (prompt-filters.ts). */
  filters: Generated<string[]>
  /** What an image prompt says about its picture. */
  picture: Picture | null
  /** The `filtersVersion` of the rules that computed filters and picture. */
  filtersVersion: Generated<number>
  categoryId: string
  userId: string
  /** The group that the prompt belongs to, whose writers edit it. Null if it belongs to its author alone. */
  groupId: string | null
  /** The groups whose members may read the prompt while it is shared: `groupId` and others. */
  groupIds: Generated<string[]>
  credit: string | null
  /** The ids of the people named in `credit`, in order: credited authors, or the members who claimed the names. */
  creditedIds: Generated<string[]>
  /** The `creditVersion` of the rules that computed `creditedIds`, or 0 if they haven't been computed yet. */
  creditVersion: Generated<number>
  forkOf: string | null
  /** Prompts with the same one are translations of each other. It is the id of the original. */
  translationSet: string | null
  /** Whether somebody linked it who may change the original too, or it is the original (link-prompts.ts). */
  translationTrusted: Generated<boolean>
  status: PromptStatus
  removedReason: string | null
  version: Generated<number>
  featured: Generated<boolean>
  communityPick: Generated<boolean>
  votesUp: Generated<number>
  votesDown: Generated<number>
  rating: Generated<number>
  /**
   * The parts of the trending score that come from votes and from copies (trending-rules.ts). SQL calls the score heat.
   */
  votesHeat: number | null
  copiesHeat: number | null
  trending: GeneratedAlways<number>
  copies: Generated<number>
  favorites: Generated<number>
  testedWith: Generated<AiVendor[]>
  /** Whether the prompt has public test results. */
  hasResults: Generated<boolean>
  worksBestWith: AiVendor | null
  /** The best of the prompt's proofs. store-card-facts.ts writes it. */
  proof: Proof | null
  /** When it was last proved, if it is. Lists are sorted by it. */
  provedAt: Date | null
  /** The SHA-256 that identifies an imported prompt, or null for a prompt that was written here. */
  importKey: Buffer | null
  contentHash: Buffer
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
  deletedAt: Date | null
  deletedBy: string | null
  /** The status that the prompt had before it was deleted. */
  statusBefore: Exclude<PromptStatus, 'deleted'> | null
  /** A tsvector of title, tags and description (search-vectors.ts). */
  searchHead: string
  /** A tsvector of the texts in `searchHead`, the texts of blanks and the content. */
  searchText: string
  /** The `searchVersion` of the rules that computed both tsvectors. */
  searchVersion: Generated<number>
}

export interface PromptVersionsTable extends Omit<VersionedPrompt, 'files' | 'variables'> {
  files: ListColumn<SkillFile>
  variables: ListColumn<Variable>
  promptId: string
  version: number
  userId: string
  note: string | null
  /** Whether the version is public as long as the prompt is. */
  shown: Generated<boolean>
  /** Whether the members of the prompt's groups may read the version, because it was the prompt's text while shared. */
  shared: Generated<boolean>
  createdAt: Date
}

/**
 * Triggers on `votes` maintain this table (db/migrations/0041_vote_tallies.sql). `weight` is the sum of the votes (1 or
 * -1), later ones weighted more. Cast it to text, because a JavaScript number can't hold all its digits.
 */
export interface VoteTalliesTable {
  promptId: string
  up: number
  down: number
  weight: number
  /** Whether `applyTallies` still has to copy this tally to the prompt. */
  changed: Generated<boolean>
}

/** Database triggers maintain this table (db/migrations/0019_tag_lists.sql). */
export interface PromptTagsTable {
  tag: string
  categoryId: string
  publishedAt: Date
  promptId: string
  copies: number
  rating: number
  trending: number
  provedAt: Date | null
}

/** Database triggers maintain this table (db/migrations/0217_filters_of_group_lists.sql). */
export interface GroupPromptsTable extends Omit<PromptTagsTable, 'tag'> {
  groupId: string
  /** Whether only groups read the prompt. */
  shared: boolean
  updatedAt: Date
  userId: string
  tags: string[]
  filters: string[]
}

/**
 * The number of published prompts of a category with exactly these filters, or a change of that number
 * (db/migrations/0034_filters.sql).
 */
export interface FilterCountsTable {
  categoryId: string
  filters: string[]
  prompts: number
}

/** Database triggers maintain this table (db/migrations/0028_credited_authors.sql). */
export interface PromptAuthorsTable {
  /** The id of a member or of a credited author. */
  authorId: string
  rating: number
  promptId: string
}

/** A person named in the credit of an imported prompt. `key` is the name in lower case. */
export interface CreditedAuthorsTable {
  id: string
  key: string
  name: string
  createdAt: Generated<Date>
  /** The member whose claim to be this person was accepted. */
  memberId: string | null
}

/** The numbers of which an author's score is made. */
interface AuthorCounts {
  /** The id of a member or of a credited author. */
  userId: string
  copies: Generated<number>
  /** Net votes. */
  votes: Generated<number>
  /** Published prompts with a copy. */
  used: Generated<number>
  /** Suggested edits of this member that became versions. */
  edits: Generated<number>
}

/** What an author gained on a day. */
export interface AuthorDaysTable extends AuthorCounts {
  day: ColumnType<Date, string>
}

/** An author's totals. Prompts, copies and votes are of published prompts. */
export interface AuthorTotalsTable extends AuthorCounts {
  prompts: Generated<number>
  score: GeneratedAlways<number>
}
