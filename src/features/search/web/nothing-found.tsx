import { Link } from '@tanstack/react-router'
import type { Category } from '#features/catalogue/contract.ts'
import { WritePrompt } from './other-ways.tsx'
import type { SearchAddress } from './search-facets.tsx'
import { PopularSearches } from './search-form.tsx'

/** The sentence that is shown if a search term in another language finds little or nothing. */
export const onlyEnglishNote = 'Search by meaning works only in English, so English words may find more.'

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
        Nothing matches “<bdi>{q}</bdi>”{filterNames.length > 0 && ` in ${filterNames.join(', ')}`}.
      </h2>
      <p className="mt-2 text-ink-2">
        {suggestion && (
          <>
            Did you mean{' '}
            <Link to="/search" search={{ q: suggestion }} className="link font-semibold text-ink">
              {suggestion}
            </Link>
            ?{' '}
          </>
        )}
        {isForeign && `${onlyEnglishNote} `}
        Try fewer or different words, or browse a category.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <WritePrompt term={q} className="btn">
          Write a prompt for this
        </WritePrompt>
        {filterNames.length > 0 && (
          <Link to="/search" search={{ q }} className="btn">
            Search everywhere
          </Link>
        )}
        <Link to="/categories" className="btn">
          All categories
        </Link>
        <Link to="/prompts/newest" className="btn">
          Newest prompts
        </Link>
      </div>
      <PopularSearches />
    </section>
  )
}
