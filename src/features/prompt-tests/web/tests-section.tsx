import { useQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import tableStyle from '#features/comparison/web/ratings/rating-table.css?url'
import { plural, t } from '#lib/texts.ts'
import { Section } from '#ui/layout/section.tsx'
import { LateStyle } from '#ui/lists/late-style.tsx'
import intervalStyle from '#ui/lists/scaled-interval.css?url'
import { testLimits } from '../rules.ts'
import testStyle from './prompt-tests.css?url'
import { testResultsQuery } from './result-queries.ts'
import { ResultTable } from './result-table.tsx'

/** Shows the results of a prompt's tests on its page. Renders nothing if there are neither test cases nor results. */
export function TestsSection({ slug }: { slug: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: tests } = useQuery(testResultsQuery(api, slug))
  if (!tests || (tests.caseCount === 0 && tests.results.length === 0)) return null
  const { caseCount, results, measuredVersion, version } = tests
  const page = { to: '/prompt/$slug/tests', params: { slug } } as const
  return (
    <Section
      title={t('Tests')}
      aside={
        results.length > 0 && caseCount > 0
          ? plural(
              caseCount,
              '{count} case; models answer each {rounds} times',
              '{count} cases; models answer each {rounds} times',
              { rounds: testLimits.rounds },
            )
          : plural(caseCount, '{count} case', '{count} cases')
      }
      more={
        <Link {...page} className="link">
          {t('All cases and answers')}
        </Link>
      }
    >
      {results.length > 0 && [intervalStyle, tableStyle, testStyle].map((href) => <LateStyle key={href} href={href} />)}
      {results.length === 0 ? (
        <p className="text-ink-2">{t('Not run yet.')}</p>
      ) : (
        <div className="overflow-x-auto">
          <ResultTable results={results} />
        </div>
      )}
      {measuredVersion !== null && (
        <p className="mt-3 text-small">
          <Link {...page} hash="changed" className="link">
            {t('What changed between version {measuredVersion} and {version}', { measuredVersion, version })}
          </Link>
        </p>
      )}
    </Section>
  )
}
