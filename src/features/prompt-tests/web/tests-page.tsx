import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import { ExactText } from '#features/catalogue/web/exact-text.tsx'
import { hasLanguageModel } from '#features/models/rules.ts'
import { modelsQuery } from '#features/models/web/model-queries.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { t } from '#lib/texts.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Deferred } from '#ui/lists/deferred.tsx'
import { TextDiff } from '#ui/text-diff.tsx'
import { CaseExample } from './case-example.tsx'
import { CaseList } from './case-list.tsx'
import { ResultTable } from './result-table.tsx'
import { RunList } from './run-list.tsx'
import { testRunsQuery, testsQuery } from './test-queries.ts'
import '#features/models/web/run-parts.css'
import './prompt-tests.css'

const loadRunner = () => import('./test-runner.tsx').then((runner) => runner.TestRunner)
const loadEditor = () => import('./case-editor.tsx').then((editor) => editor.CaseEditor)

/** The page with a prompt's test results, test cases and runs. Members also add test cases and run them here. */
export function TestsPage({ prompt, cursor }: { prompt: Prompt; cursor?: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { user } = useSession()
  const { data: tests, refetch } = useSuspenseQuery(testsQuery(api, prompt.slug))
  const { data: runs, refetch: refetchRuns } = useQuery(testRunsQuery(api, prompt.slug, cursor))
  const { data: models } = useSuspenseQuery(modelsQuery(api))
  const isSignedIn = user !== null
  // The server sends everybody the same page, but members may also see proposals, and runs of their unpublished texts.
  useEffect(() => {
    if (!isSignedIn) return
    refetch()
    refetchRuns()
  }, [isSignedIn, refetch, refetchRuns])
  const { cases, proposals, results, measuredVersion, measuredContent, version } = tests
  const isUntested = cases.length === 0 && results.length === 0 && measuredContent === null
  // A site without models can't run tests, but may still have results from the time when it had models.
  const mayHaveResults = hasLanguageModel(models) || results.length > 0
  return (
    <div className="wrap pb-10">
      <PageHead title={t('Tests')}>
        <Link to="/prompt/$slug" params={{ slug: prompt.slug }} className="link" dir="auto">
          {prompt.title}
        </Link>
      </PageHead>
      <p className="max-w-[42em] text-ink-2">
        {isUntested &&
          t(
            'Save inputs and what a good answer must have, such as “contains the name”. Then run them on several models at once. This prompt has no test cases yet.',
          )}{' '}
        {mayHaveResults && t('Every model answers each case {rounds} times.', { rounds: testLimits.rounds })}{' '}
        {(mayHaveResults || !isUntested) &&
          t(
            'An answer passes if it passes all checks of its case. Checks are fixed rules: no model and no vote is involved.',
          )}
      </p>
      {!isUntested && (
        <Section title={t('Results')} aside={t('Sorted by model')}>
          {results.length === 0 ? <p className="text-ink-2">{t('Not run yet.')}</p> : <ResultTable results={results} />}
          {measuredContent !== null && (
            <details id="changed" className="disclosure mt-4">
              <summary>
                {t('What changed between version {measuredVersion} and {version}', {
                  measuredVersion: measuredVersion ?? 0,
                  version,
                })}
              </summary>
              <div className="mt-2 font-mono text-code leading-relaxed">
                <TextDiff before={measuredContent} after={prompt.content} show={(text) => <ExactText text={text} />} />
              </div>
            </details>
          )}
        </Section>
      )}
      <Section
        title={t('Test cases')}
        aside={t('Up to {casesMax} for each prompt', { casesMax: testLimits.casesMax })}
        more={
          cases.length > 0 && (
            <a className="link" href={`/api/prompts/${prompt.slug}/tests/promptfoo.yaml`} download>
              {t('promptfoo YAML')}
            </a>
          )
        }
      >
        {cases.length === 0 && <CaseExample content={prompt.content} />}
        {user ? (
          <Deferred
            load={loadEditor}
            props={{ prompt, user, cases, proposals }}
            placeholder={<CaseList cases={cases} />}
          />
        ) : (
          <>
            <CaseList cases={cases} />
            <p className="mt-4">
              <Link to="/auth" className="btn">
                {cases.length === 0 ? t('Sign in to propose the first case') : t('Sign in to propose a case')}
              </Link>
            </p>
          </>
        )}
      </Section>
      {cases.length > 0 && (
        <div className="js-only">
          <Section title={t('Run')} aside={t('Paid with your credits or your own key')}>
            <Deferred load={loadRunner} props={{ slug: prompt.slug }} />
          </Section>
        </div>
      )}
      {runs && runs.items.length > 0 && (
        <Section title={t('Runs')} aside={t('Newest first, with every answer')}>
          <RunList slug={prompt.slug} page={runs} cursor={cursor} />
        </Section>
      )}
    </div>
  )
}
