import type { ReportReason } from '../reason-rules.ts'
import { type CaseState, type ReportableKind, reportableKinds } from '../rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    reportCases: ReportCasesTable
    reports: ReportsTable
    exampleReports: ExampleReportsTable
  }
}

/** A case: all reports of the same content that are open, or were decided together. Examples have no cases. */
export interface ReportCasesTable {
  id: string
  /** Null for a collection, a comment, a suggested edit, and a comparison without a prompt. */
  promptId: string | null
  comparisonOwner: string | null
  comparisonId: string | null
  collectionId: string | null
  commentId: string | null
  changeRequestId: string | null
  /** The id of a member whose profile is reported. */
  profileId: string | null
  state: CaseState
  openedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  /** The version of the prompt when the case was decided, or 0 if the case has no prompt. */
  decidedVersion: number | null
  /** Whether other members could see the reported content, at least by its link, when the case was decided. */
  decidedShown: boolean | null
}

/** A member's report, which belongs to a case. */
export interface ReportsTable {
  userId: string
  caseId: string
  reason: ReportReason
  details: string | null
  createdAt: Date
}

/** A member's report of an example. It is open until `decidedAt`. */
export interface ExampleReportsTable extends Omit<ReportsTable, 'caseId'> {
  exampleId: string
  decidedAt: Date | null
}

/**
 * The ids in the response to a report, all null. A response sets the id of the reported content and, for a comparison
 * or an example, the id of its prompt.
 */
export const noReportedIds = Object.fromEntries(reportableKinds.map((kind) => [`${kind}Id`, null])) as Record<
  `${ReportableKind}Id`,
  null
>
