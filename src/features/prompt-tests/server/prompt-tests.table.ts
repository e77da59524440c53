import type { ColumnType, Generated } from 'kysely'
import type { Tokens } from '#features/models/contract.ts'
import type { AiVendor } from '#features/models/rules.ts'
import type { Check, Outcome } from '../check-rules.ts'
import type { AnswerStatus, RunParameters } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    testCases: TestCasesTable
    testRuns: TestRunsTable
    testAnswers: TestAnswersTable
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
  reason: string
  /** The values of blanks, by the blanks' names. */
  filled: JsonColumn<Record<string, string>>
  checks: JsonColumn<Check[]>
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
  userId: string | null
  bySite: boolean
  content: string
  cases: JsonColumn<RunCase[]>
  basis: Buffer
  parameters: JsonColumn<RunParameters>
  createdAt: Date
  endedAt: Date | null
  /**
   * The suggested edit that the run tested, if any. Such a run never counts as a result of the prompt. `side` tells
   * which of the two texts it tested.
   */
  changeRequestId: string | null
  side: 'current' | 'proposed' | null
}

export interface TestAnswersTable {
  runId: string
  place: number
  casePlace: number
  round: number
  model: string
  vendor: AiVendor
  ownKey: boolean
  version: string | null
  text: Generated<string>
  status: AnswerStatus
  failure: string | null
  cut: Generated<boolean>
  timeToFirstToken: number | null
  time: number | null
  tokens: Tokens | null
  cost: number | null
  price: number
  /** Whether a complete answer passed all checks. */
  passed: boolean | null
  checks: ColumnType<Outcome[] | null, string | null, string | null>
  answeredAt: Date | null
}
