import type { Query, QueryClient } from '@tanstack/react-query'
import { createReactionStore, type ReactionStore, type ReactionStoreTools } from '#client/reaction-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { changeCachedPrompt } from '#features/catalogue/web/cached-prompt.ts'
import type { Page } from '#lib/http-contract.ts'
import { t } from '#lib/texts.ts'

/**
 * Creates the store that knows which prompts the member has saved. Saving also changes the count on the prompt's page.
 */
export function createOwnFavorites({ api, ...tools }: ReactionStoreTools): ReactionStore {
  const { queryClient } = tools
  return createReactionStore(
    {
      kind: 'favorite',
      texts: {
        purpose: t('save', { context: 'after “Sign in to”' }),
        nextStep: t('The prompt is saved as soon as you sign in.'),
        done: t('The prompt is saved'),
        pressed: {
          on: { title: t('Saved', { context: 'to a list' }), text: t('Find it in the menu under Saved Prompts.') },
          off: { title: t('No longer saved') },
        },
      },
      hintPrefix: 'favorite_',
      hintOfOn: 'true',
      readValues: async (ids) =>
        (await api('GET /api/favorites/state', { query: { promptIds: ids.join(',') } })).favorites,
      async storeValue(promptId, value) {
        if (value === 1) {
          await api('POST /api/favorites', { body: { promptId } })
          void refetchListsWithout(queryClient, promptId)
        } else await api('DELETE /api/favorites/{promptId}', { params: { promptId } })
      },
      onChange: (id, from, to) =>
        changeCachedPrompt(queryClient, id, (prompt) => ({
          ...prompt,
          favorites: Math.max(0, prompt.favorites + to - from),
        })),
    },
    tools,
  )
}

/** Refetches each list of saved prompts that lacks this prompt, because the list may be older than the save. */
async function refetchListsWithout(queryClient: QueryClient, promptId: string): Promise<void> {
  const lists = {
    queryKey: ['/api/favorites'],
    predicate: ({ state }: Query) =>
      !(state.data as Page<PromptCard> | undefined)?.items.some(({ id }) => id === promptId),
  }
  // A request that is still running may return the list without the prompt.
  await queryClient.cancelQueries(lists)
  await queryClient.invalidateQueries(lists)
}
