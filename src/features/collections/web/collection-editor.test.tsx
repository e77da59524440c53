import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { Api } from '#client/api.ts'
import type { Collection } from '#features/collections/contract.ts'
import type { Visibility } from '#features/collections/rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { CollectionEditor } from './collection-editor.tsx'
import { ownCollectionQuery } from './collection-queries.ts'

/** Renders the editor of a collection that a moderator removed. */
async function renderRemoved(visibility: Visibility): Promise<string> {
  const collection: Partial<Collection> = {
    ...{ id: '1', slug: 'mine', title: 'Mine', description: '', visibility, featured: false, items: [] },
    ...{ isOwner: true, removedReason: 'Spam' },
  }
  const queryClient = new QueryClient()
  queryClient.setQueryData<unknown>(ownCollectionQuery({} as Api, 'mine').queryKey, collection)
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <CollectionEditor slug="mine" />
    </QueryClientProvider>,
  )
}

it.each([
  ['public', 'Only you and moderators can see the collection.'],
  ['unlisted', 'Only you and moderators can see the collection.'],
  ['private', 'Only you can see the collection.'],
] as const)(
  'a removed %s collection says who can see it, apart from the moderator’s reason',
  async (visibility, text) => {
    expect(await renderRemoved(visibility)).toContain(`>Spam</p><p>${text}</p>`)
  },
)
