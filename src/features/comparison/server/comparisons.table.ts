import type { Generated } from 'kysely'
import type { Tokens } from '#features/models/contract.ts'
import type { ModelVendor } from '#features/models/rules.ts'
import type { AttentionKind, RoundOutcome } from '../round-rules.ts'
import type { AnswerStatus } from '../rules.ts'
import type { CountedScope } from './comparison-counts.ts'
import type { StoredLeaderboard } from './leaderboard-queries.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    comparisons: ComparisonsTable
    comparisonAnswers: ComparisonAnswersTable
    comparisonVotes: ComparisonVotesTable
    comparisonCounts: { scope: CountedScope; key: string; comparisons: number }
    leaderboards: LeaderboardsTable
    blindRounds: BlindRoundsTable
    attentionChecks: AttentionChecksTable
  }
}

export interface ComparisonsTable {
  userId: string
  id: string
  name: string | null
  namedAt: Date | null
  promptId: string | null
  /** Whether the text came from a prompt, which may have been deleted since then. */
  fromPrompt: Generated<boolean>
  content: string
  variables: Record<string, string>
  blind: boolean
  sharedAt: Date | null
  publishedAt: Date | null
  /** Why a moderator took the comparison down. */
  withdrawnReason: string | null
  /** Where the comparison was shown before it was taken down. */
  withdrawnFrom: 'page' | 'link' | null
  createdAt: Date
  /** The comparison's random position in the draw of blind rounds, or null if it can't be drawn. */
  drawKey: number | null
  /** The number of the comparison's votes from blind rounds. */
  roundVotes: Generated<number>
}

export interface ComparisonAnswersTable {
  userId: string
  comparisonId: string
  /** The position of the answer, from 0. Answers of models have random positions, which don't reveal the model. */
  place: number
  model: string
  vendor: ModelVendor | null
  /** The exact model, as its vendor names it. */
  version: string | null
  text: Generated<string>
  status: AnswerStatus
  failure: string | null
  /** Whether the length limit or a content filter ended the answer before the model finished. */
  cut: Generated<boolean>
  /** Both times are in ms. */
  timeToFirstToken: number | null
  time: number | null
  tokens: Tokens | null
  cost: number | null
  price: number
  pasted: Generated<boolean>
  /** Whether the owner has asked to stop the model. */
  stopAsked: Generated<boolean>
  answeredAt: Date | null
}

export interface ComparisonVotesTable {
  userId: string
  comparisonId: string
  /** The id of the chosen model (of a pasted answer, its name), or `tie` or `none`. */
  outcome: string
  /** Whether the vote counts for ratings. */
  counts: boolean
  votedAt: Date
  /** The two models of a blind round, or null if the voter saw all models of the comparison. */
  shown: string[] | null
  /** The voter's reason. Only the voter sees it. */
  note: string | null
}

/**
 * `scope` is `all` or the id of a category. `ballots` is a hash of the votes that the leaderboard was computed from.
 */
export interface LeaderboardsTable {
  scope: string
  ballots: Buffer
  board: StoredLeaderboard
  computedAt: Date
}

/**
 * `leftPlace` and `rightPlace` are the places of the answers that are shown as A and B. The outcome is null while the
 * round is open, and `void` if it could no longer be answered. `attention` is null in a regular round.
 */
export interface BlindRoundsTable {
  userId: string
  id: string
  comparisonOwner: string
  comparisonId: string
  leftPlace: number
  rightPlace: number
  attention: AttentionKind | null
  drawnAt: Date
  outcome: RoundOutcome | 'void' | null
  answeredAt: Date | null
}

export interface AttentionChecksTable {
  userId: string
  passed: Generated<number>
  failed: Generated<number>
}
