import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import { formatList } from '#lib/format-list.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { WritePrompt } from './other-ways.tsx'
import type { SearchAddress } from './search-facets.tsx'
import { PopularSearches } from './search-form.tsx'

/** The sentence that is shown if a search term in another language finds little or nothing. */
export const onlyEnglishNote = msg('Search by meaning works only in English, so English words may find more.')

/**
 * The message of a search without results. It suggests other spellings and words, the generator, fewer filters, other
 * pages and popular searches.
 */
export function NothingFound({
  address,
  suggestion,
  isForeign,
  categories,
}: {
  address: SearchAddress
  suggestion: string | null
  /** Whether the term isn’t in English. */
  isForeign: boolean
  categories: Category[]
}) {
  const { q, category, tag } = address
  const filterNames = [categories.find(({ slug }) => slug === category)?.name, tag && `#${tag}`].filter(Boolean)
  return (
    <section className="rounded-2 border border-hair bg-raised p-5">
      <h2 className="text-h3 leading-tight">
        {filterNames.length > 0
          ? rich('Nothing matches “{q}” in {filters}.', { q: <bdi>{q}</bdi>, filters: formatList(filterNames) })
          : rich('Nothing matches “{q}”.', { q: <bdi>{q}</bdi> })}
      </h2>
      <p className="mt-2 text-ink-2">
        {suggestion && (
          <>
            {rich('Did you mean {link}?', {
              link: (
                <Link to="/search" search={{ q: suggestion }} className="link font-semibold text-ink">
                  {suggestion}
                </Link>
              ),
            })}{' '}
          </>
        )}
        {isForeign && `${translate(onlyEnglishNote)} `}
        {t('Try fewer or different words, or browse a category.')}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <WritePrompt term={q} className="btn">
          {t('Write a prompt for this')}
        </WritePrompt>
        {filterNames.length > 0 && (
          <Link to="/search" search={{ q }} className="btn">
            {t('Search everywhere')}
          </Link>
        )}
        <Link to="/categories" className="btn">
          {t('All categories')}
        </Link>
        <Link to="/prompts/newest" className="btn">
          {t('Newest prompts')}
        </Link>
      </div>
      <PopularSearches />
    </section>
  )
}
