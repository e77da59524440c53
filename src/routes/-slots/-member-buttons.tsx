import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { AddToCollection } from '#features/collections/web/add-to-collection.tsx'
import { FollowButton } from '#features/following/web/follow-button.tsx'
import { ReportButton } from '#features/moderation/web/reports/report-button.tsx'
import { TestsLink } from '#features/prompt-tests/web/tests-link.tsx'
import { RareAuthorActions } from '#features/writing/web/author-actions.tsx'
import { isOwn } from '#features/writing/web/may-edit.ts'
import { t } from '#lib/texts.ts'

/** What a member finds in the menu of a prompt's page. */
export function MemberButtons(props: { user: User; prompt: Prompt }) {
  const { user, prompt } = props
  return (
    <>
      {(prompt.status === 'published' || prompt.status === 'shared') && (
        <AddToCollection target={{ kind: 'prompt', ...prompt }} />
      )}
      {prompt.status === 'published' && !isOwn(user, prompt) && (
        <FollowButton kind="prompt" name={prompt.id} title={t('this prompt')} />
      )}
      <TestsLink prompt={prompt} />
      {/* Moderators don't see what only a group reads, so nobody could answer a report. */}
      {prompt.status !== 'shared' && !isOwn(user, prompt) && (
        <ReportButton target={{ promptId: prompt.id }} noun="prompt" title={prompt.title} />
      )}
      <RareAuthorActions {...props} />
    </>
  )
}
