import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchResults } from '#features/search/contract.ts'
import { t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'

/**
 * Suggests what to try if few prompts were found or they match poorly: fewer words, the generator, or writing a prompt.
 */
export function OtherWays({ term, shorterTerms }: { term: string } & Pick<SearchResults, 'shorterTerms'>) {
  return (
    <p className="my-4 text-ink-2">
      {shorterTerms.length > 0 && (
        <>
          {rich('Try fewer words: {terms}.', {
            terms: shorterTerms.map((q, index) => (
              <span key={q}>
                {index > 0 && t(', ')}
                <Link to="/search" search={{ q }} className="link font-semibold text-ink" dir="auto">
                  {q}
                </Link>
              </span>
            )),
          })}{' '}
        </>
      )}
      {rich(
        'Not here? <writePrompt>Write a prompt for this</writePrompt> with the generator, or <link>create one yourself</link>.',
        {
          writePrompt: (text) => (
            <WritePrompt term={term} className="link font-semibold text-ink">
              {text}
            </WritePrompt>
          ),
          link: (text) => (
            <Link to="/create-prompt" className="link font-semibold text-ink">
              {text}
            </Link>
          ),
        },
      )}
    </p>
  )
}

/**
 * A link to the generator with the term as its idea. The term is in the URL's fragment, so one cached page serves every
 * term.
 */
export function WritePrompt({ term, className, children }: { term: string; className: string; children: ReactNode }) {
  return (
    <Link to="/prompt-generator" hash={`idea=${encodeURIComponent(term)}`} className={className}>
      {children}
    </Link>
  )
}
