import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { Category } from '#features/catalogue/contract.ts'
import { CategoryPanel } from '#features/catalogue/web/category-panel.tsx'
import { NumberedPaging, ViewSwitch } from '#features/catalogue/web/list-controls.tsx'
import { ChosenFilterLinks, countChosen } from '#features/catalogue/web/list-filters.tsx'
import { PromptCard } from '#features/catalogue/web/prompt-card.tsx'
import { PromptTable } from '#features/catalogue/web/prompt-table.tsx'
import { CollectionGrid } from '#features/collections/web/collection-grid.tsx'
import type { Contributor } from '#features/contributors/contract.ts'
import type { PromptHit, SearchResults } from '#features/search/contract.ts'
import { everydayTasks, termContainsName } from '#features/search/rules.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { FiltersButton, SideLayout } from '#ui/layout/side-layout.tsx'
import { rich } from '#ui/rich.ts'
import { HeadlineText } from './headline-text.tsx'
import { NothingFound, onlyEnglishNote } from './nothing-found.tsx'
import { OtherWays } from './other-ways.tsx'
import { type SearchAddress, SearchFacets } from './search-facets.tsx'
import { PopularSearches, SearchForm } from './search-form.tsx'
import { ToolSearchPage, ToolsFound } from './tools-found.tsx'

/** A term with more characters than this is shown in smaller type. */
const largeTypeMax = 24
/** With fewer results than this, the page also suggests other things to try (`OtherWays`). */
const fewResults = 4

/** The page with search results: prompts with their headlines, tools, people, collections and filters. */
export function SearchPage({
  address,
  results,
  categories,
  renderActions,
}: {
  address: SearchAddress
  results: SearchResults
  categories: Category[]
  /** Returns the buttons of a prompt's card. */
  renderActions?: (prompt: PromptHit) => ReactNode
}) {
  const { prompts, tools, people, suggestion, searchedWords } = results
  if (address.type === 'tools') return <ToolSearchPage address={address} tools={tools} />
  const hasPrompts = prompts.items.length > 0
  // If the best result is an image prompt, the filters for pictures are offered even if no category is chosen.
  const categorySlug = address.category ?? prompts.items[0]?.category.slug
  // `tools.request`: the term asks for a kind of tool.
  const toolsFirst =
    !hasPrompts ||
    tools.request !== undefined ||
    (results.isGuess && tools.items.length > 0) ||
    tools.items.some(({ name }) => termContainsName(name, address.q))
  const isWeak = results.isGuess || onlyMention(results)
  const otherWays = hasPrompts && !address.cursor && <OtherWays term={address.q} shorterTerms={results.shorterTerms} />
  return (
    <div className="wrap">
      <PageHead title={t('Results for “{q}”', { q: address.q })} small={address.q.length > largeTypeMax}>
        {(hasPrompts || searchedWords !== null) && <SearchSummary results={results} term={address.q} />}
        {results.isIncomplete && <IncompleteNote address={address} />}
      </PageHead>
      <SideLayout
        side={
          <SearchFacets
            address={address}
            categorySlug={categorySlug}
            facets={results.facets}
            total={prompts.total}
            categories={categories}
          />
        }
      >
        <SearchForm term={address.q} />
        <div className="my-4 flex flex-wrap items-center gap-3">
          <FiltersButton active={countChosen(address)} />
          <ChosenFilterLinks search={address} />
          {(prompts.items.length > 1 || (hasPrompts && address.view)) && (
            <div className="ml-auto">
              <ViewSwitch view={address.view ?? 'cards'} />
            </div>
          )}
        </div>
        <PeopleFound people={people} />
        {toolsFirst && <ToolsFound address={address} tools={tools} />}
        {isWeak && otherWays}
        {hasPrompts ? (
          <Hits prompts={prompts.items} view={address.view} renderActions={renderActions} />
        ) : (
          <NothingFound
            address={address}
            suggestion={suggestion}
            isForeign={results.isForeign}
            categories={categories}
          />
        )}
        {!isWeak && (results.isPartial || prompts.items.length < fewResults) && otherWays}
        {!toolsFirst && <ToolsFound address={address} tools={tools} />}
        <CollectionsFound collections={results.collections} />
        <NumberedPaging page={prompts} cursor={address.cursor} />
      </SideLayout>
    </div>
  )
}

/**
 * Says how many prompts were found or that they don't match well, what the badge “Related” means, and how many words
 * were searched.
 */
function SearchSummary({ results, term }: { results: SearchResults; term: string }) {
  const { prompts, suggestion, isGuess, isPartial, isForeign, searchedWords } = results
  const related = prompts.items.filter(({ isRelated }) => isRelated).length
  const word = /\s/.test(term.trim()) ? null : term.trim()
  const noneHasAllWords = isPartial && !word && !suggestion && prompts.items.length > 0
  return (
    <>
      {noneHasAllWords && `${t('No prompt has all of your words.')} `}
      {onlyMention(results) ? (
        `${plural(prompts.total, 'No prompt is about this: {count} only mentions it.', 'No prompt is about this: {count} only mention it.')} `
      ) : canCountBoth(results, related) ? (
        `${describeCounts({ withWords: prompts.total - related, related, word, noneHasAllWords })} `
      ) : (
        <>
          {prompts.items.length > 0 && (
            <>
              {isGuess && !noneHasAllWords && `${t('No prompt matches all of this.')} `}
              {suggestion
                ? rich('{found} for {suggestion}: nothing contains “{term}” as typed.', {
                    found: foundText(results, noneHasAllWords && related === 0),
                    suggestion: <b className="text-ink">“{suggestion}”</b>,
                    term,
                  })
                : t('{found}.', { found: foundText(results, noneHasAllWords && related === 0) })}{' '}
            </>
          )}
          {related > 0 &&
            `${word ? t('Those marked “Related” don’t have the word “{word}”.', { word }) : t('Those marked “Related” match your meaning, not your words.')} `}
        </>
      )}
      {isForeign && (isGuess || related > 0) && `${translate(onlyEnglishNote)} `}
      {searchedWords !== null && t('Only the first {searchedWords} words were searched.', { searchedWords })}
    </>
  )
}

/** How many prompts were found, or that these are the closest. `hasSome`: they have some of the words. */
function foundText({ prompts: { total, totalIsFloor }, isGuess }: SearchResults, hasSome: boolean): string {
  if (isGuess) return t('These are the closest')
  if (totalIsFloor)
    return hasSome
      ? plural(total, '{count} prompt or more with some of them', '{count} prompts or more with some of them')
      : plural(total, '{count} prompt or more', '{count} prompts or more')
  return hasSome
    ? plural(total, '{count} prompt with some of them', '{count} prompts with some of them')
    : plural(total, '{count} prompt', '{count} prompts')
}

/** Says that results may be missing, and links to the same search. */
function IncompleteNote({ address }: { address: SearchAddress }) {
  return (
    <>
      {' '}
      {rich('Prompts with a similar meaning may be missing, because the site is busy. <link>Search again</link>', {
        link: (text) => (
          <Link to="/search" search={address} reloadDocument className="link">
            {text}
          </Link>
        ),
      })}
    </>
  )
}

/**
 * Tells whether the page shows all results, and all of them have the words only in their text, not in title,
 * description or tags.
 */
function onlyMention({ prompts: { items, total }, suggestion, isGuess, isPartial }: SearchResults): boolean {
  const isMention = ({ isRelated, titleHeadline, descriptionHeadline, matchingTags }: PromptHit) =>
    !isRelated && matchingTags.length === 0 && ![...titleHeadline, ...descriptionHeadline].some(({ mark }) => mark)
  return !isGuess && !isPartial && !suggestion && total > 0 && items.length === total && items.every(isMention)
}

type Counts = { withWords: number; related: number; word: string | null; noneHasAllWords: boolean }

/** Returns a sentence that says how many prompts have words of the term, and how many don't. */
function describeCounts({ withWords, related, word, noneHasAllWords }: Counts): string {
  if (word)
    return plural(
      withWords,
      '{count} prompt with the word “{word}”, and {related} marked “Related” without it.',
      '{count} prompts with the word “{word}”, and {related} marked “Related” without it.',
      { word, related },
    )
  return noneHasAllWords
    ? plural(
        withWords,
        '{count} prompt with some of them, and {related} marked “Related” with a similar meaning.',
        '{count} prompts with some of them, and {related} marked “Related” with a similar meaning.',
        { related },
      )
    : plural(
        withWords,
        '{count} prompt with your words, and {related} marked “Related” with a similar meaning.',
        '{count} prompts with some of your words, and {related} marked “Related” with a similar meaning.',
        { related },
      )
}

/** Tells whether the page shows all results, some with the words and some related, so that it can count both. */
function canCountBoth({ prompts: { items, total }, suggestion, isGuess }: SearchResults, related: number): boolean {
  return !isGuess && !suggestion && related > 0 && related < total && items.length === total
}

function Hits({
  prompts,
  view,
  renderActions,
}: {
  prompts: PromptHit[]
  view: SearchAddress['view']
  renderActions?: (prompt: PromptHit) => ReactNode
}) {
  if (view === 'table') return <PromptTable prompts={prompts} badge={relatedBadge} />
  return (
    <div className="cards cards-2">
      {prompts.map((prompt) => (
        <PromptCard
          key={prompt.id}
          prompt={prompt}
          heading="h2"
          found={{
            title: <HeadlineText pieces={prompt.titleHeadline} />,
            description: <HeadlineText pieces={prompt.descriptionHeadline} />,
            text: <HeadlineText pieces={prompt.headline} />,
            tags: prompt.matchingTags,
            badge: relatedBadge(prompt),
          }}
          actions={renderActions?.(prompt)}
        />
      ))}
    </div>
  )
}

function relatedBadge({ isRelated }: PromptHit): ReactNode {
  return isRelated ? <span className="badge">{t('Related')}</span> : null
}

/** The page /search without a term. It suggests some tasks to search for, and lists the categories. */
export function SearchStartPage({ categories }: { categories: Category[] }) {
  const id = useId()
  return (
    <div className="wrap">
      <PageHead title={t('Search')}>{t('Prompts, tools and people. Typing mistakes are fine.')}</PageHead>
      <SearchForm />
      <PopularSearches />
      <section className="my-8" aria-labelledby={id}>
        <h2 id={id} className="mb-2 text-h3">
          {t('Everyday tasks')}
        </h2>
        <ul className="flex flex-wrap gap-2">
          {everydayTasks.map((task) => (
            <li key={task.query}>
              <Link to="/search" search={{ q: task.query }} className="chip">
                {translate(task.label)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <CategoryPanel categories={categories} />
    </div>
  )
}

/** Shows public collections whose title or description matches the search. */
function CollectionsFound({ collections }: Pick<SearchResults, 'collections'>) {
  if (collections.length === 0) return null
  return (
    <section className="my-6" aria-label={t('Collections')}>
      <h2 className="mb-2 font-sans text-[0.875rem] tracking-normal">{t('Collections')}</h2>
      <CollectionGrid collections={collections} />
    </section>
  )
}

/** Shows contributors whose name matches the search. */
function PeopleFound({ people }: { people: Contributor[] }) {
  if (people.length === 0) return null
  return (
    <section className="mb-4 flex flex-wrap items-center gap-2" aria-label={t('People')}>
      <h2 className="font-sans text-[0.875rem] tracking-normal">{t('People')}</h2>
      {people.map(({ username, isMember, prompts }) => (
        <Link
          key={`${isMember ? 'user' : 'author'}/${username}`}
          {...(isMember
            ? { to: '/user/$username', params: { username } }
            : { to: '/author/$name', params: { name: username } })}
          className="chip"
        >
          <b className="truncate font-semibold">{username}</b>
          <span className="text-ink-2">
            {isMember
              ? plural(prompts, '{count} prompt', '{count} prompts')
              : plural(prompts, 'credited · {count} prompt', 'credited · {count} prompts')}
          </span>
        </Link>
      ))}
    </section>
  )
}
