import type { ReportReason } from '../reason-rules.ts'
import type { CaseState } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    report_cases: ReportCasesTable
    reports: ReportsTable
  }
}

/** A case: the reports of a prompt or a comparison that are open together or were decided together. */
export interface ReportCasesTable {
  id: string
  /** Null for a comparison without a prompt. */
  prompt_id: string | null
  comparison_owner: string | null
  comparison_id: string | null
  state: CaseState
  opened_at: Date
  decided_at: Date | null
  decided_by: string | null
  /** The prompt's version; 0 without a prompt. */
  decided_version: number | null
  /** Whether everybody could see what was reported at that time. */
  decided_shown: boolean | null
}

/** A member's report in a case. */
export interface ReportsTable {
  user_id: string
  case_id: string
  reason: ReportReason
  details: string | null
  created_at: Date
}
