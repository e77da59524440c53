import type { ReportReason } from '../reason-rules.ts'
import type { CaseState } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    reportCases: ReportCasesTable
    reports: ReportsTable
  }
}

/** The reports of one prompt, or of one comparison, that wait together or were decided together. */
export interface ReportCasesTable {
  id: string
  /** Null: a comparison of a text that belongs to no prompt. */
  promptId: string | null
  comparisonOwner: string | null
  comparisonId: string | null
  state: CaseState
  openedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  /** The prompt's; 0 where there is none. */
  decidedVersion: number | null
  /** Whether everybody could see what was reported then. */
  decidedShown: boolean | null
}

/** What one member said in a case. */
export interface ReportsTable {
  userId: string
  caseId: string
  reason: ReportReason
  details: string | null
  createdAt: Date
}
