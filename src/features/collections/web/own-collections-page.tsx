import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { OwnCollection } from '#features/collections/contract.ts'
import { trust } from '#features/comments/trust-rules.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { GetStarted, type StartLinks } from '#ui/lists/get-started.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { rich, richPlural } from '#ui/rich.ts'
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
      <PageHead title={t('My Collections')}>
        {collections && collections.length > 0
          ? richPlural(
              collections.length,
              '{count} collection, separate from your <link>Saved Prompts</link>.',
              '{count} collections, separate from your <link>Saved Prompts</link>.',
              { link: savedLink },
            )
          : rich(
              'Prompts, tools and comparisons that belong together, separate from your <link>Saved Prompts</link>.',
              { link: savedLink },
            )}
      </PageHead>
      {error && !collections && (
        <LoadFailure title={t('Your collections could not be loaded')} error={error} onRetry={() => refetch()} />
      )}
      {!isCreating && (
        <button type="button" className="btn btn-primary mb-4" onClick={() => setCreating(true)}>
          <Icon name="plus" className="icon-sm" />
          {t('New collection')}
        </button>
      )}
      {isCreating && (
        <Section title={t('New collection')}>
          <CollectionForm
            label={t('Create collection')}
            pendingLabel={t('Saving...')}
            send={async (body) => {
              const { slug } = await api('POST /api/collections', { body })
              await navigate({ to: '/collection/$slug/edit', params: { slug } })
            }}
          />
          <div className="mt-8" />
        </Section>
      )}
      {collections?.length === 0 && <GetStarted links={startLinks}>{t('No collections yet.')}</GetStarted>}
      {collections?.some(isPublicButUnlisted) && (
        <p className="mb-4 max-w-[42em] text-ink-2">
          {t('Your profile, lists and search show your public collections once your account is {days} days old.', {
            days: trust.trustedDays,
          })}
        </p>
      )}
      {collections && collections.length > 0 && (
        <CollectionGrid
          collections={collections}
          heading="h2"
          about={({ visibility, removedReason }) =>
            removedReason === null ? translate(visibilityNames[visibility]) : t('Removed by a moderator')
          }
        />
      )}
    </div>
  )
}

function isPublicButUnlisted({ visibility, listed, removedReason }: OwnCollection): boolean {
  return visibility === 'public' && !listed && removedReason === null
}

function savedLink(text: ReactNode) {
  return (
    <Link to="/favorites" className="link">
      {text}
    </Link>
  )
}
