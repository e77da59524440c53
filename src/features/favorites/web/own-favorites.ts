import { changeCachedPrompt } from '#features/catalogue/web/cached-prompt.ts'
import type { ReactionStore, ReactionStoreTools } from '#web/reaction-store.ts'
import { createToggleReactions } from '#web/toggle-reactions.ts'

/** The member's saved prompts. Saving also changes the count on the prompt's page. */
export function createOwnFavorites({ api, queryClient, ...tools }: ReactionStoreTools): ReactionStore {
  return createToggleReactions(
    {
      kind: 'favorite',
      texts: {
        purpose: 'save',
        nextStep: 'The prompt is saved as soon as you sign in.',
        done: 'The prompt is saved',
      },
      hintPrefix: 'favorite_',
      readStates: async (ids) =>
        (await api('GET /api/favorites/state', { query: { promptIds: ids.join(',') } })).favorites,
      store: (promptId, isSaved) =>
        isSaved
          ? api('POST /api/favorites', { body: { promptId } })
          : api('DELETE /api/favorites/{promptId}', { params: { promptId } }),
      onChange: (id, difference) =>
        changeCachedPrompt(queryClient, id, (prompt) => ({
          ...prompt,
          favorites: Math.max(0, prompt.favorites + difference),
        })),
    },
    tools,
  )
}
