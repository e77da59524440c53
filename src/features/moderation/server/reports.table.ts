import type { ReportReason } from '../reason-rules.ts'
import type { CaseState } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    reportCases: ReportCasesTable
    reports: ReportsTable
  }
}

/** A case: the reports of a prompt, a comparison or a comment that are open together or were decided together. */
export interface ReportCasesTable {
  id: string
  /** Null for a comment, and for a comparison without a prompt. */
  promptId: string | null
  comparisonOwner: string | null
  comparisonId: string | null
  commentId: string | null
  state: CaseState
  openedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  /** The prompt's version; 0 without a prompt. */
  decidedVersion: number | null
  /** Whether everybody could see what was reported at that time. */
  decidedShown: boolean | null
}

/** A member's report in a case. */
export interface ReportsTable {
  userId: string
  caseId: string
  reason: ReportReason
  details: string | null
  createdAt: Date
}
