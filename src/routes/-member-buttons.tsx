import type { ComponentProps } from 'react'
import { SuggestButton } from '#features/change-requests/web/suggest-button.tsx'
import { AddToCollection } from '#features/collections/web/add-to-collection.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { ReportButton } from '#features/moderation/web/report-button.tsx'
import { TestsLink } from '#features/prompt-tests/web/tests-link.tsx'
import { SavedValues } from '#features/worksheet/web/saved-values.tsx'

/** The buttons from other features that members have on a prompt's page. */
export function MemberButtons(props: ComponentProps<typeof ReportButton>) {
  return (
    <>
      {props.prompt.status === 'published' && props.prompt.user.username !== props.user.username && (
        <FollowButton kind="prompt" name={props.prompt.id} title="this prompt" />
      )}
      {props.prompt.status === 'published' && (
        <AddToCollection target={{ kind: 'prompt', ...props.prompt }} className="btn col-span-2" />
      )}
      <SuggestButton {...props} />
      <ReportButton {...props} />
      <SavedValues prompt={props.prompt} />
      <TestsLink prompt={props.prompt} />
    </>
  )
}
