import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { PromptCard } from '#features/catalogue/contract.ts'
import { showsCopies } from '#features/catalogue/rules.ts'
import { CategoryLink } from '#features/catalogue/web/category-link.tsx'
import { NumberedPaging } from '#features/catalogue/web/list-controls.tsx'
import { PromptGrid } from '#features/catalogue/web/prompt-grid.tsx'
import { NoPrompts } from '#features/catalogue/web/prompt-list.tsx'
import type { Contributor, Profile } from '#features/contributors/contract.ts'
import { linkLabel } from '#features/contributors/profile-rules.ts'
import type { Page } from '#lib/http-contract.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Section } from '#ui/layout/section.tsx'
import { EmptyPage } from '#ui/lists/empty.tsx'
import { rich } from '#ui/rich.ts'
import { Avatar } from './avatar.tsx'
import './user-page.css'

/** Shows the name, numbers and prompts of a member or a credited author. The best prompts come first. */
export function UserPage({
  contributor,
  profile,
  pinned = [],
  credits = [],
  prompts,
  cursor,
  renderActions,
  sections,
  bioButtons,
  claim,
  headButtons,
}: {
  contributor: Contributor
  profile?: Profile
  /** The prompts that this member pinned. */
  pinned?: PromptCard[]
  /** The credited names that this member claimed. */
  credits?: string[]
  prompts: Page<PromptCard>
  cursor?: string
  /** Returns the buttons of other features for a prompt's card. */
  renderActions?: (prompt: PromptCard) => ReactNode
  /** What other features show below the prompts. */
  sections?: ReactNode
  /** Buttons from other features, below the bio. */
  bioButtons?: ReactNode
  /** The slot for claiming a credited name on the page of that name. */
  claim?: ReactNode
  /** Buttons from other features, in the head of the page. */
  headButtons?: ReactNode
}) {
  const pinnedIds = cursor ? [] : pinned.map(({ id }) => id)
  const listed = prompts.items.filter(({ id }) => !pinnedIds.includes(id))
  const areAllPinned = prompts.items.length > 0 && listed.length === 0 && prompts.nextCursor === null
  return (
    <div className="wrap">
      <UserHead contributor={contributor} categories={mainCategories(prompts.items)} buttons={headButtons} />
      {claim}
      {profile && (profile.bio !== '' || profile.links.length > 0) && (
        <ProfileText username={contributor.username} profile={profile} more={bioButtons} />
      )}
      {credits.length > 0 && <CreditedAs names={credits} />}
      <div className="person-sections">
        {pinned.length > 0 && !cursor && (
          <Section title={t('Pinned')}>
            <PromptGrid
              prompts={pinned}
              isShelf
              personNames={[contributor.username, ...credits]}
              renderActions={renderActions}
            />
          </Section>
        )}
        {!areAllPinned && (
          <Section
            title={t('Prompts')}
            aside={
              prompts.total > 0 &&
              (cursor || isRanked(prompts.items)
                ? t('{total}, best first', { total: prompts.total })
                : t('{total}, newest first', { total: prompts.total }))
            }
          >
            {prompts.items.length === 0 && cursor ? (
              <EmptyPage />
            ) : prompts.items.length === 0 ? (
              <NoPrompts>
                {t('{username} has not written a prompt here yet.', { username: contributor.username })}
              </NoPrompts>
            ) : (
              <PromptGrid
                prompts={listed}
                personNames={[contributor.username, ...credits]}
                renderActions={renderActions}
              />
            )}
            <NumberedPaging page={prompts} cursor={cursor} />
          </Section>
        )}
        {!cursor && sections}
      </div>
    </div>
  )
}

/**
 * Tells whether any prompt on the first page has up votes or copies. If none has, the list is ordered only by date.
 */
function isRanked(prompts: PromptCard[]): boolean {
  return prompts.some(({ votes, copies }) => votes.up > 0 || copies > 0)
}

/** Shows a member's bio and links. The bio is plain text without links. */
function ProfileText({
  username,
  profile: { bio, links },
  more,
}: {
  username: string
  profile: Profile
  more?: ReactNode
}) {
  const { user } = useSession()
  return (
    <section
      aria-label={t('About {username}', { username })}
      className="mt-6 grid max-w-[42em] justify-items-start gap-3"
    >
      {bio !== '' && (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
          {bio}
        </p>
      )}
      {links.length > 0 && (
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {links.map((link) => (
            <li key={link}>
              <a href={link} rel="nofollow ugc noopener" className="link [overflow-wrap:anywhere]">
                <bdi>{linkLabel(link)}</bdi>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap items-center gap-x-4 text-small">
        {user ? (
          user.username !== username && more
        ) : (
          <a
            href={`/contact?subject=${encodeURIComponent(t('The page of {username}', { username }))}`}
            className="link"
            rel="nofollow"
          >
            {t('Report this page')}
          </a>
        )}
      </p>
    </section>
  )
}

/** Lists the names under which imported prompts credit this member. */
function CreditedAs({ names }: { names: string[] }) {
  const subject = encodeURIComponent(t('The name {name}', { name: names[0] ?? '' }))
  return (
    <p className="mt-4 text-ink-2 text-small">
      {rich('Also credited as {names}.', {
        names: names.map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <bdi className="font-semibold">{name}</bdi>
          </span>
        )),
      })}{' '}
      <a href={`/contact?subject=${subject}`} className="link" rel="nofollow">
        {t('Wrong? Tell us')}
      </a>
    </p>
  )
}

/** The maximum number of categories in the head of the page. */
const categoriesMax = 3

/** Returns the most frequent categories of these prompts, with the most frequent first. */
function mainCategories(prompts: PromptCard[]): PromptCard['category'][] {
  const bySlug = new Map(prompts.map(({ category }) => [category.slug, category]))
  const countOf = (slug: string) => prompts.filter(({ category }) => category.slug === slug).length
  return [...bySlug.values()].sort((a, b) => countOf(b.slug) - countOf(a.slug)).slice(0, categoriesMax)
}

function UserHead({
  contributor,
  categories,
  buttons,
}: {
  contributor: Contributor
  categories: PromptCard['category'][]
  buttons: ReactNode
}) {
  const { username, isMember, joinedAt, prompts, votes, copies, score } = contributor
  const stats: [name: string, value: number][] = [
    [t('Prompts'), prompts],
    [t('Net votes'), votes],
    [t('Copies'), copies],
    [t('Score'), score],
  ]
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-6 side:pt-8">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar username={username} className="size-18 flex-none max-sm:size-14" />
        <div className="min-w-0">
          <h1 className={`[overflow-wrap:anywhere] ${username.length > 16 ? 'text-h3 sm:text-h2' : 'text-h1'}`}>
            {username}
          </h1>
          <p className="mt-1.5 text-ink-2">
            {isMember ? t('Joined {date}', { date: usDate(joinedAt) }) : t('Credited, not a member yet')}
          </p>
          {categories.length > 0 && (
            <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
              {categories.map((category) => (
                <CategoryLink key={category.slug} category={category} />
              ))}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4 max-sm:w-full">
        {/* If there are no votes and only a few copies, the score says little more than the number of prompts. */}
        {(votes !== 0 || showsCopies(contributor)) && (
          <dl className="stats max-sm:w-full">
            {stats.map(([name, value]) => (
              <div key={name} className="sm:min-w-24">
                <dt>
                  {name === 'Score' ? (
                    <Link to="/ranking" hash="contributors" className="link" title={t('How the score is calculated')}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </dt>
                <dd>{formatNumber(value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {buttons}
      </div>
    </header>
  )
}
