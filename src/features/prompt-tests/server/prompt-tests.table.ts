import type { ColumnType, Generated } from 'kysely'
import type { Tokens } from '#features/models/contract.ts'
import type { AiVendor } from '#features/models/rules.ts'
import type { Check, Outcome } from '../check-rules.ts'
import type { AnswerStatus, RunParameters } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    testCases: TestCasesTable
    testRuns: TestRunsTable
    testAnswers: TestAnswersTable
    /** For each prompt and ended `model`: when the author was notified of the prompt's low results on other models. */
    lowResultNotices: { promptId: string; model: string; notifiedAt: Date }
  }
}

/** A JSON column, which is written as text. */
type JsonColumn<Value> = ColumnType<Value, string, string>

export interface TestCasesTable {
  id: string
  promptId: string
  /** Who wrote the test case. Null if that account was deleted. */
  userId: string | null
  status: 'accepted' | 'proposed'
  /** What the test case tests, in a sentence. */
  reason: string
  /** Maps each blank's name to its value. */
  filled: JsonColumn<Record<string, string>>
  checks: JsonColumn<Check[]>
  /** Increases when values or checks change. */
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** A copy of a test case as a run tested it. */
export type RunCase = {
  id: string
  revision: number
  reason: string
  values: Record<string, string>
  checks: Check[]
}

export interface TestRunsTable {
  id: string
  promptId: string
  /** Who started the run. Null for the site's own runs, and if the account was deleted. */
  userId: string | null
  /** Whether the site itself started the run. */
  bySite: boolean
  /** The text that the run tested. */
  content: string
  cases: JsonColumn<RunCase[]>
  /** A hash of the text and the test cases (`basisOf`). */
  basis: Buffer
  parameters: JsonColumn<RunParameters>
  createdAt: Date
  /** Null until the run ends, or until a job closes it because its process died. */
  endedAt: Date | null
  /**
   * The suggested edit that the run tested, if any. Such a run never counts as a result of the prompt. `side` tells
   * whether it tested the prompt's current text or the proposed one.
   */
  changeRequestId: string | null
  side: 'current' | 'proposed' | null
}

export interface TestAnswersTable {
  runId: string
  /** The position of the answer in the run, from 0. */
  place: number
  /** The position of the answer's test case in the run, from 0. */
  casePlace: number
  /** Which of the model's three answers to its test case this is, from 1 to 3. */
  round: number
  model: string
  vendor: AiVendor
  /** Whether the member's own key was used. */
  ownKey: boolean
  /** The vendor's name for the exact model. */
  version: string | null
  text: Generated<string>
  status: AnswerStatus
  /** Why there is no complete answer, as a sentence. */
  failure: string | null
  /** Whether a length limit or a content filter cut the answer off. */
  cut: Generated<boolean>
  /** In ms from the question, like `time`. */
  timeToFirstToken: number | null
  /** The time until the whole answer had arrived. */
  time: number | null
  tokens: Tokens | null
  /** In US dollars. */
  cost: number | null
  /** In credits. */
  price: number
  /** Whether the answer passed all checks. Null, like the outcomes in `checks`, without a complete answer. */
  passed: boolean | null
  checks: ColumnType<Outcome[] | null, string | null, string | null>
  /** When the outcome was stored, even for a failed answer. Null until then. */
  answeredAt: Date | null
}
