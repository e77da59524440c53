import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import type { Prompt, VersionedPrompt } from '#features/catalogue/contract.ts'
import type { PromptVersion } from '#features/writing/contract.ts'
import { notify } from '#ui/notice.tsx'

/** Returns a function that stores an older version of a prompt as its new version. A failure is shown in a notice. */
export function useRestoreVersion(prompt: Pick<Prompt, 'id' | 'version'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async ({ version, title, description, content, variables }: PromptVersion) => {
    const note = `Version ${version} restored`
    const text: VersionedPrompt = { title, description, content, variables }
    const body = { ...text, note, version: prompt.version }
    try {
      const restoredPrompt = await api('PATCH /api/prompts/{id}', { params: { id: prompt.id }, body })
      // The restored title may change the prompt's address.
      await navigate({ to: '/prompt/$slug/history', params: { slug: restoredPrompt.slug }, replace: true })
      notify({ title: note })
    } catch (error) {
      notify({ title: 'It was not restored', text: (error as Error).message, isFailure: true })
    }
    await queryClient.invalidateQueries()
  }
}
