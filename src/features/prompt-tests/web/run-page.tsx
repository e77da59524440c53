import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouteContext } from '@tanstack/react-router'
import type { Prompt } from '#features/catalogue/contract.ts'
import { formatCost, formatSeconds, formatTokens } from '#features/comparison/web/answers/answer-format.ts'
import { modelLine } from '#features/models/model-name-rules.ts'
import type { TestAnswer, TestRun } from '#features/prompt-tests/contract.ts'
import { agreement, passCount } from '#features/prompt-tests/rules.ts'
import { msg, plural, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { PageHead } from '#ui/layout/page-head.tsx'
import { Section } from '#ui/layout/section.tsx'
import { rich } from '#ui/rich.ts'
import { CaseParts } from './case-list.tsx'
import { CheckList } from './check-list.tsx'
import { describeRun } from './run-list.tsx'
import { testRunQuery } from './test-queries.ts'
import { TextBox } from './text-box.tsx'
import '#features/models/web/run-parts.css'
import './prompt-tests.css'

/**
 * The page of a run: the results of each model for each test case, and all answers to one of the cases. `caseIndex`:
 * the index of that case.
 */
export function RunPage({ prompt, runId, caseIndex }: { prompt: Prompt; runId: string; caseIndex: number }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data: run } = useSuspenseQuery(testRunQuery(api, prompt.slug, runId, caseIndex))
  const shown = run.cases[caseIndex]
  const to = { to: '/prompt/$slug/tests', params: { slug: prompt.slug } } as const
  return (
    <div className="wrap pb-10">
      <PageHead title={t('Test run')}>
        <Link {...to} search={{}} className="link">
          {rich('Tests of {title}', { title: <bdi>{prompt.title}</bdi> })}
        </Link>
      </PageHead>
      <p className="text-ink-2">
        {rich(
          '{date}, {run}. {passCount} answers passed. At most {outputTokensMax} tokens per answer; all other parameters are the vendors’ defaults.',
          {
            date: <time dateTime={run.createdAt}>{usDate(run.createdAt)}</time>,
            run: describeRun(run),
            passCount: passCount(run.passed, run.answered),
            outputTokensMax: run.parameters.outputTokensMax,
          },
        )}
      </p>
      <Section title={t('Cases')}>
        <ol>
          {run.cases.map((testCase, index) => (
            <li key={testCase.id} className="test-case">
              <Link
                {...to}
                search={{ run: runId, case: index }}
                className={index === caseIndex ? 'font-semibold' : 'link'}
                aria-current={index === caseIndex ? 'true' : undefined}
                dir="auto"
              >
                {index + 1}. {testCase.reason}
              </Link>
              <p className="text-ink-2 text-small">{describeCase(run, index)}</p>
            </li>
          ))}
        </ol>
      </Section>
      {shown && (
        <Section title={t('Case {value}', { value: caseIndex + 1 })}>
          <CaseParts {...shown} />
          {run.answers
            .filter((answer) => answer.case === caseIndex)
            .map((answer) => (
              <Answer key={answer.place} answer={answer} run={run} />
            ))}
        </Section>
      )}
    </div>
  )
}

/** Summarizes the answers to a test case by model, such as “gpt-5.4: 2 of 3, mixed; …”. */
function describeCase({ models, answers }: TestRun, index: number): string {
  const parts = models.map((model) => {
    const answersToCase = answers.filter((answer) => answer.case === index && answer.model === model)
    const outcomes = answersToCase.flatMap(({ passed }) => (passed === null ? [] : [passed]))
    if (outcomes.length === 0) return t('{model}: no answer', { model })
    return `${model}: ${passCount(outcomes.filter(Boolean).length, outcomes.length)}, ${agreement(outcomes)}`
  })
  return parts.join('; ')
}

function Answer({ answer, run }: { answer: TestAnswer; run: TestRun }) {
  const { model, vendor, version, round, text, failure, passed, checks, status } = answer
  return (
    <article
      className="test-case"
      aria-label={t('{modelLine}, answer {round}', { modelLine: modelLine(model, vendor), round })}
    >
      <h3 className="text-card">
        {modelLine(model, vendor)}{' '}
        <span className="font-normal text-ink-2 text-small">{t('answer {round}', { round })}</span>{' '}
        <span className="badge">
          {passed === null ? translate(statusNames[status]) : passed ? t('Passed') : t('Failed')}
        </span>
      </h3>
      <p className="mb-2 text-ink-2 text-small tabular-nums">
        {[
          version ?? t('Version not reported'),
          ...(answer.answeredAt ? [usDate(answer.answeredAt)] : []),
          formatSeconds(answer.time),
          t('{tokens} tokens', { tokens: formatTokens(answer.tokens) }),
          answer.ownKey ? t('own key') : plural(answer.price, '{count} credit', '{count} credits'),
          ...(answer.cost ? [formatCost(answer.cost)] : []),
          ...(answer.cut ? [t('cut off: length limit or content filter')] : []),
        ].join(', ')}
      </p>
      {failure && <p className="text-bad">{failure}</p>}
      {text && <TextBox label={t('Answer')} text={text} />}
      {checks && (
        <div className="mt-2">
          <CheckList checks={run.cases[answer.case]?.checks ?? []} outcomes={checks} />
        </div>
      )}
    </article>
  )
}

const statusNames = {
  running: msg('Running'),
  done: msg('Done'),
  stopped: msg('Stopped'),
  failed: msg('No answer'),
} as const
