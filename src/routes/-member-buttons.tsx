import type { ComponentProps } from 'react'
import { ReportButton } from '#features/moderation/web/report-button.tsx'
import { TestsLink } from '#features/prompt-tests/web/tests-link.tsx'
import { SavedValues } from '#features/worksheet/web/saved-values.tsx'

/** The buttons of higher features for members on a prompt's page. */
export function MemberButtons(props: ComponentProps<typeof ReportButton>) {
  return (
    <>
      <ReportButton {...props} />
      <SavedValues prompt={props.prompt} />
      <TestsLink prompt={props.prompt} />
    </>
  )
}
