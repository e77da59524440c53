import type { RawBuilder } from 'kysely'
import type { Message } from '#lib/texts.ts'
import type { Member } from './actor.ts'
import type { Tx } from './database/db.ts'

/** Content that a member reports. `caseColumns`: further columns of the case that a report opens. */
export type FoundContent = {
  id: string
  authorId: string
  caseColumns?: { promptId: string | null; comparisonOwner: string }
  /** The prompt to name in the response, if the content belongs to one. */
  promptId?: string | null
}

/** One kind of content that members can report, as the feature that owns the content describes it to moderation. */
export type Reportable = {
  /** Says that the content is the member's own, and what they can do instead of reporting it. */
  ownHint: Message
  /** Locks content that this member may see and report. Throws AppError not_found. */
  find: (tx: Tx, member: Member, idOrSlug: string) => Promise<FoundContent>
}

/** What the emails to an author say about their content, and where the notification leads. */
export type DecidedContent = {
  promptId: string | null
  collectionId?: string
  /** Its title or that of its prompt. Null if not everybody may read it. */
  title: string | null
  /** How the author reaches the content once it is hidden. `hint` is a sentence. */
  hidden: { path: string; hint?: Message; isCorrectable?: boolean }
  /** How everybody, or the author, reaches the content once it is restored. `hint` is a sentence. */
  restored: { path: string; hint?: Message }
}

/** What a query reads about the content of a case. `part` is what the queue of reports shows of it, as JSON. */
type ReportedRow<Part> = {
  part: Part
  /** Who may be banned for the content. */
  authorId: string
  /** Whether other members can see the content, at least by its link. */
  isShown: boolean
  /** Whether the content is the same as when the case was decided. */
  isUnchanged: boolean
}

/** A reportable kind whose reports are gathered in cases. `rc` in the SQL is the case. */
export type CaseSubject<Part> = Reportable & {
  /** Returns the query for a `ReportedRow` of the case `rc`. `textMax`: how many characters of a long text it has. */
  reported: (textMax: number) => RawBuilder<ReportedRow<Part>>
  /** Converts the times in `part` from PostgreSQL's format to the API's. */
  toPart?(part: Part): Part
  /** Returns the query that has a row if the moderator may see the content of the case `rc`. Unset: they always may. */
  visibleTo?: (moderator: Member) => RawBuilder<unknown>
  /** Locks the content before its case, in the order in which `find` locks. `promptId` is the case's prompt. */
  lock: (tx: Tx, id: string, promptId: string | null) => Promise<void>
  /** Hides the content. Returns false if other members can't see it anyway. */
  hide: (tx: Tx, moderator: Member, content: { id: string; reason: string; now: Date }) => Promise<boolean>
  /** Undoes `hide`. Returns whether the author learns of it. */
  restore: (tx: Tx, moderator: Member, content: { id: string; now: Date }) => Promise<boolean>
  /** Called when the reports are dismissed. `seenEditedAt`: when the text that the moderator read was edited. */
  keep?: (tx: Tx, content: { id: string; seenEditedAt: string | null; now: Date }) => Promise<void>
  /** Describes the content to its author after a decision. Unset: decisions on this kind aren't announced. */
  describe?: (tx: Tx, id: string) => Promise<DecidedContent>
  /** Hides content until a decision once it has `reports` reports, if `applies` says so of its author. */
  hiding?: {
    reports: number
    /** How old an ordinary account must be for its report to count, in hours. */
    minAgeHours: number
    applies: (tx: Tx, authorId: string, now: Date) => Promise<boolean>
    /** Returns when the text was last edited, or null. */
    readEditedAt: (tx: Tx, id: string) => Promise<Date | null>
    hide: (tx: Tx, id: string) => Promise<void>
  }
}
