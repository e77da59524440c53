import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { SuggestButton } from '#features/change-requests/web/suggest-button.tsx'
import { AddToCollection } from '#features/collections/web/add-to-collection.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { ReportButton } from '#features/moderation/web/report-button.tsx'
import { TestsLink } from '#features/prompt-tests/web/tests-link.tsx'
import { SavedValues } from '#features/worksheet/web/saved-values.tsx'
import { isOwn } from '#features/writing/web/may-edit.ts'

/**
 * The buttons that other features add to a prompt's page for members. Those that are used less often look like links.
 */
export function MemberButtons(props: { user: User; prompt: Prompt }) {
  const { user, prompt } = props
  return (
    <>
      {prompt.status === 'published' && (
        <AddToCollection target={{ kind: 'prompt', ...prompt }} className="btn col-span-2" />
      )}
      <div className="quiet-actions col-span-2">
        {prompt.status === 'published' && prompt.user.username !== user.username && (
          <FollowButton kind="prompt" name={prompt.id} title="this prompt" />
        )}
        <SuggestButton {...props} />
        <TestsLink prompt={prompt} />
        <SavedValues prompt={prompt} />
        {!isOwn(user, prompt) && <ReportButton target={{ promptId: prompt.id }} noun="prompt" title={prompt.title} />}
      </div>
    </>
  )
}
