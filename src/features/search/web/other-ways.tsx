import { Link } from '@tanstack/react-router'
import type { SearchResults } from '#features/search/contract.ts'

/**
 * Suggests what to try if few prompts were found or they match poorly: fewer words, the generator, or writing a prompt.
 */
export function OtherWays({ term, shorterTerms }: { term: string } & Pick<SearchResults, 'shorterTerms'>) {
  return (
    <p className="my-4 text-ink-2">
      {shorterTerms.length > 0 && (
        <>
          Try fewer words:{' '}
          {shorterTerms.map((q, index) => (
            <span key={q}>
              {index > 0 && ', '}
              <Link to="/search" search={{ q }} className="link font-semibold text-ink" dir="auto">
                {q}
              </Link>
            </span>
          ))}
          .{' '}
        </>
      )}
      Not here?{' '}
      <WritePrompt term={term} className="link font-semibold text-ink">
        Write a prompt for this
      </WritePrompt>{' '}
      with the generator, or{' '}
      <Link to="/create-prompt" className="link font-semibold text-ink">
        create one yourself
      </Link>
      .
    </p>
  )
}

/**
 * A link to the generator with the term as its idea. The term is in the URL's fragment, so one cached page serves every
 * term.
 */
export function WritePrompt({ term, className, children }: { term: string; className: string; children: string }) {
  return (
    <Link to="/prompt-generator" hash={`idea=${encodeURIComponent(term)}`} className={className}>
      {children}
    </Link>
  )
}
