import { createReactionStore, type ReactionStore, type ReactionStoreTools } from '#client/reaction-store.ts'
import type { FollowKind } from '#features/following/rules.ts'
import { t } from '#lib/texts.ts'

/** Creates the store that knows what the member follows. The ids of these reactions have the form `kind:name`. */
export function createOwnFollows({ api, ...tools }: ReactionStoreTools): ReactionStore {
  return createReactionStore(
    {
      kind: 'follow',
      texts: {
        purpose: t('follow', { context: 'after “Sign in to”' }),
        nextStep: t('You’ll follow it as soon as you sign in.'),
        done: t('You’re following it now'),
      },
      hintPrefix: 'follow_',
      hintOfOn: 'true',
      readValues: async (ids) => {
        const names = ids.map(encodeURIComponent).join(',')
        return (await api('GET /api/user/follows/state', { query: { names } })).follows
      },
      storeValue(id, value): Promise<unknown> {
        const colon = id.indexOf(':')
        const params = { kind: id.slice(0, colon) as FollowKind, name: id.slice(colon + 1) }
        return value === 1
          ? api('PUT /api/user/follows/{kind}/{name}', { params })
          : api('DELETE /api/user/follows/{kind}/{name}', { params })
      },
    },
    tools,
  )
}
