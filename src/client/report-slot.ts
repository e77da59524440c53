import type { ComponentType, ReactNode } from 'react'

/** What can be reported, as the endpoint wants it. */
export type ReportTarget =
  | { promptId: string }
  | { comparisonId: string }
  | { collectionId: string }
  | { exampleId: string }
  | { commentId: string }
  | { changeRequestId: string }
  | { profileId: string }

/** What a report is about. */
export type ReportNoun = 'prompt' | 'comparison' | 'collection' | 'example' | 'comment' | 'profile' | 'suggested edit'

/** `noun` completes “Report this …”. `title` says what is reported. `children` replace the button's icon and label. */
export type ReportButtonProps = {
  target: ReportTarget
  noun: ReportNoun
  title: string
  className?: string
  children?: ReactNode
}

/** The button with which members report content. The feature of the content gets it from the route. */
export type ReportSlot = ComponentType<ReportButtonProps>
