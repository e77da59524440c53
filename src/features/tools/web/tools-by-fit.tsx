import { Link } from '@tanstack/react-router'
import type { Tool, ToolPage, ToolRequest } from '#features/tools/contract.ts'
import { textsOf, wordOf } from '#features/tools/fact-rules.ts'
import { readToolRequest } from '#features/tools/request-rules.ts'
import { type FactFilter, toolFactNames, toolFacts, typeNameInSentence } from '#features/tools/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { pathInLanguage } from '#lib/language.ts'
import { plural, t, translate } from '#lib/texts.ts'
import { Empty } from '#ui/lists/empty.tsx'
import type { ToolListSearch } from './tool-filters.tsx'
import { ToolTable } from './tool-table.tsx'

/**
 * Shows the tools that a search asks for: first those that fit, which have all of its words, then the closest. Also
 * says what they have in common with the search, and how to suggest a tool.
 */
export function ToolsByFit({
  page,
  request,
  search: { q = '', cursor },
}: {
  page: ToolPage
  request: ToolRequest
  search: ToolListSearch
}) {
  // Tools that fit come first. On a later page, it is unknown how many of its tools fit.
  const fittingTools = cursor ? [] : page.items.slice(0, request.fits)
  const otherTools = page.items.slice(fittingTools.length)
  const foundCount = request.counts.reduce((sum, { tools }) => sum + tools, 0)
  return (
    <>
      <p className="mb-4 text-ink-2 empty:hidden" role="status">
        {reasonOf({ ...page, request }, { q, cursor })}
      </p>
      {page.items.length === 0 ? (
        <Empty
          action={
            <>
              {foundCount > 0 && (
                <Link to="/tools" search={{ q: request.withoutPrice }} className="btn">
                  {t('Show {foundCount} without filters', { foundCount })}
                </Link>
              )}
              <Link to="/tools" className="btn">
                {t('All tools')}
              </Link>
            </>
          }
        >
          {t('Describe the job in other words, such as “transcribe a meeting”.')} <Suggest term={q} />
        </Empty>
      ) : (
        <>
          {fittingTools.length > 0 && <ToolTable tools={fittingTools} />}
          {otherTools.length > 0 && <Others isAlone={fittingTools.length === 0} tools={otherTools} />}
          {!page.nextCursor && (
            <p className="mt-4 text-ink-2">
              {t('None of these?')} <Suggest term={q} />
            </p>
          )}
        </>
      )}
    </>
  )
}

function Others({ isAlone, tools }: { isAlone: boolean; tools: Tool[] }) {
  if (isAlone) return <ToolTable tools={tools} />
  return (
    <section className="mt-6" aria-label={t('Close matches')}>
      <h3 className="mb-2 text-lead">{t('Close, but without some of your words')}</h3>
      <ToolTable tools={tools} heading="h4" hasHead={false} />
    </section>
  )
}

/** Returns the title of the search results, which says how many tools fit, or an empty string without a search. */
export function titleOfSearch({ total, totalIsFloor, request }: ToolPage, { q = '', type }: ToolListSearch): string {
  if (!request) return ''
  const { fits, alternativeTo, words } = request
  const kind = [priceInWords(request), type && typeNameInSentence(type)].filter(Boolean).join(' ')
  if (alternativeTo) return t('{tools} like {name}', { tools: countTools(total, kind), name: alternativeTo.name })
  const unknown = unknownName(request, q)
  if (unknown) return t('No tool to compare with “{unknown}”', { unknown })
  if (words.length === 0) return countTools(total, kind)
  if (fits === 0) return kind ? t('No {kind} tool fits', { kind }) : t('No tool fits')
  const tools = countTools(fits, kind)
  return totalIsFloor
    ? plural(fits, '{tools} or more fits', '{tools} or more fit', { tools })
    : plural(fits, '{tools} fits', '{tools} fit', { tools })
}

/** `kind`: words before “tools”, such as “free text”, or an empty text. */
function countTools(count: number, kind: string): string {
  return kind
    ? plural(count, '{count} {kind} tool', '{count} {kind} tools', { kind })
    : plural(count, '{count} tool', '{count} tools')
}

/** Returns the name of the tool to find alternatives to, if the catalogue doesn't have it, otherwise null. */
function unknownName({ alternativeTo }: ToolRequest, q: string): string | null {
  const { term, alternativeTo: name } = readToolRequest(q)
  return alternativeTo || name === null ? null : term
}

/** Returns what the tools have in common with the search, in words, or null if there is nothing to say. */
function reasonOf(
  { total, request }: ToolPage & { request: ToolRequest },
  { q = '', cursor }: ToolListSearch,
): string | null {
  const { fits, alternativeTo, words } = request
  if (alternativeTo) return total > 0 ? t('They share tags with {name}.', { name: alternativeTo.name }) : null
  if (unknownName(request, q))
    return total > 0
      ? t('This catalogue doesn’t have it. These mention a word from its name.')
      : t('This catalogue doesn’t have it. Search for what it does.')
  if (words.length === 0) return null
  // A later page doesn't separate the tools that fit from the others.
  const isFirst = cursor && fits < total
  const [word = ''] = words
  if (words.length === 1 && total > 0) {
    if (fits === 0) return t('None matches “{word}”. These are the closest.', { word })
    return isFirst
      ? plural(fits, 'The first matches “{word}”.', 'The first {count} match “{word}”.', { word })
      : t('Each matches “{word}”.', { word })
  }
  const list = formatList(words)
  if (fits > 0)
    return isFirst
      ? plural(
          fits,
          'The first matches all of these words: {list}.',
          'The first {count} match all of these words: {list}.',
          { list },
        )
      : t('Each matches all of these words: {list}.', { list })
  return total > 0
    ? t('None matches all of these words: {list}. These are the closest.', { list })
    : t('None matches any of these words: {list}.', { list })
}

/** Returns the price of a filter in words, such as `free` or `paid`, or null for any price. */
export function priceInWords(filter: FactFilter): string | null {
  const words = toolFactNames.flatMap((fact) => {
    const value = filter[toolFacts[fact]]
    return value === undefined ? [] : translate(wordOf(textsOf(fact).adjective, value))
  })
  return words.join(' ') || null
}

/** A link to the contact form for reporting that a tool is missing. */
function Suggest({ term }: { term: string }) {
  return (
    <a
      href={pathInLanguage(`/contact?subject=${encodeURIComponent(t('A tool is missing: {term}', { term }))}`)}
      className="link font-semibold text-ink"
    >
      {t('Suggest a tool')}
    </a>
  )
}
