import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { PromptPending } from '#features/catalogue/web/pending.tsx'
import { CreatePromptPage } from '#features/writing/web/create-prompt-page.tsx'
import { requestQuery } from './request-queries.ts'

type Props = ComponentProps<typeof CreatePromptPage> & { changeRequestId: string }

/**
 * Starts a fork with the text of the member's suggested edit, or with the prompt's text if the edit can't be loaded.
 */
export function ForkFromEditPage({ changeRequestId, ...props }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: changeRequest, error } = useQuery(requestQuery(api, changeRequestId))
  if (!changeRequest && !error) return <PromptPending />
  return <CreatePromptPage {...props} text={changeRequest?.proposed} />
}
