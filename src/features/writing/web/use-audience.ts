import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import type { User } from '#features/accounts/contract.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { ownGroupsQuery } from '#features/groups/web/group-queries.ts'
import { t } from '#lib/texts.ts'
import { notify } from '#ui/notice.tsx'
import { type GroupChoice, groupChoices, type Sharing } from './audience-choice.ts'
import type { toBody } from './form-body.ts'
import type { SaveAction } from './prompt-editor.tsx'

/** Sends an edit of a prompt, or a draft for a group, to the group's approvers, and opens the next page. */
export type SendForApproval = (promptId: string, body: SentBody) => Promise<void>
type SentBody = Partial<ReturnType<typeof toBody>> & {
  version: number
  note?: string
  status?: 'shared'
  group?: string
  otherGroups?: string[]
}

/**
 * Returns the groups that a member may choose for a prompt, or null if they are in no group. `audience`: of a stored
 * prompt.
 */
export function useGroupChoices(user: User, audience?: Prompt['audience']): GroupChoice[] | null {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useQuery({ ...ownGroupsQuery(api), enabled: user.hasGroups })
  return user.hasGroups ? groupChoices(data ?? [], audience) : null
}

/** Returns the button that shares a prompt with groups, or that sends it to the approvers of one. */
export function shareAction(sharing: Sharing | null): SaveAction {
  return sharing?.waits
    ? { label: t('Send for approval'), busyLabel: t('Sending...'), status: 'draft', sharing }
    : { label: t('Share'), busyLabel: t('Sharing...'), status: 'shared', sharing }
}

/** Returns the groups of a request, or nothing if it names none. */
export function groupsToSend(sharing: Sharing | null | undefined) {
  return sharing ? { group: sharing.group, otherGroups: sharing.otherGroups } : {}
}

/**
 * Returns a function that sends a stored draft to the approvers of the group that it is for. If that fails, it says so
 * and opens the page of the draft, which is stored.
 */
export function useSendDraft(sendForApproval: SendForApproval) {
  const navigate = useNavigate()
  return async (prompt: Prompt, sharing: Sharing): Promise<void> => {
    try {
      await sendForApproval(prompt.id, { version: prompt.version, status: 'shared', ...groupsToSend(sharing) })
    } catch (error) {
      notify({ title: t('Saved as a draft, but not sent'), text: (error as Error).message, isFailure: true })
      await navigate({ to: '/prompt/$slug', params: { slug: prompt.slug } })
    }
  }
}
