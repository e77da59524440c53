import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { pluralize } from '#lib/numbers.ts'
import { msg } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { CollectionForm } from './collection-form.tsx'
import { CollectionGrid } from './collection-grid.tsx'
import { visibilityNames } from './collection-page.tsx'
import { ownCollectionsQuery } from './collection-queries.ts'

const startLinks: StartLinks = [
  {
    to: '/prompts',
    label: msg('From prompts'),
    text: msg('Open one and select Add to collection.'),
    icon: 'file-text',
  },
  { to: '/tools', label: msg('From tools'), text: msg('Add the tools you use with your prompts.'), icon: 'box' },
  {
    to: '/collections',
    label: msg('From another collection'),
    text: msg('Fork it and change your copy.'),
    icon: 'layers',
  },
]

/** Lists the member's collections, with a form for a new one. */
export function OwnCollectionsPage() {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { data: collections, error, refetch } = useQuery(ownCollectionsQuery(api))
  const [isCreating, setCreating] = useState(false)
  return (
    <div className="wrap" aria-busy={!collections && !error}>
      <PageHead title="My Collections">
        {collections && collections.length > 0
          ? pluralize(collections.length, 'collection')
          : 'Prompts, tools and comparisons that belong together'}
        , separate from your{' '}
        <Link to="/favorites" className="link">
          Saved Prompts
        </Link>
        .
      </PageHead>
      {error && !collections && (
        <LoadFailure title="Your collections could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!isCreating && (
        <button type="button" className="btn btn-primary mb-4" onClick={() => setCreating(true)}>
          <Icon name="plus" className="icon-sm" />
          New collection
        </button>
      )}
      {isCreating && (
        <Section title="New collection">
          <CollectionForm
            label="Create collection"
            pendingLabel="Saving..."
            send={async (body) => {
              const { slug } = await api('POST /api/collections', { body })
              await navigate({ to: '/collection/$slug/edit', params: { slug } })
            }}
          />
          <div className="mt-8" />
        </Section>
      )}
      {collections?.length === 0 && <GetStarted links={startLinks}>No collections yet.</GetStarted>}
      {collections && collections.length > 0 && (
        <CollectionGrid
          collections={collections}
          heading="h2"
          about={({ visibility, removedReason }) =>
            removedReason === null ? visibilityNames[visibility] : 'Removed by a moderator'
          }
        />
      )}
    </div>
  )
}
