import type { ReportReason } from '../reason-rules.ts'
import type { CaseState } from '../rules.ts'

declare module '#server/platform/tables.ts' {
  interface Tables {
    report_cases: ReportCasesTable
    reports: ReportsTable
  }
}

/** The reports of one prompt, or of one comparison, that wait together or were decided together. */
export interface ReportCasesTable {
  id: string
  /** Null: a comparison of a text that belongs to no prompt. */
  prompt_id: string | null
  comparison_owner: string | null
  comparison_id: string | null
  state: CaseState
  opened_at: Date
  decided_at: Date | null
  decided_by: string | null
  /** The prompt's; 0 where there is none. */
  decided_version: number | null
  /** Whether everybody could see what was reported then. */
  decided_shown: boolean | null
}

/** What one member said in a case. */
export interface ReportsTable {
  user_id: string
  case_id: string
  reason: ReportReason
  details: string | null
  created_at: Date
}
