import type { ReactNode } from 'react'
import type { TestCase } from '#features/prompt-tests/contract.ts'
import { t } from '#lib/texts.ts'
import { CheckList } from './check-list.tsx'

/**
 * Lists test cases with their values and checks. `renderActions` returns what to show below a case, such as buttons.
 */
export function CaseList({
  cases,
  renderActions,
}: {
  cases: TestCase[]
  renderActions?: (testCase: TestCase) => ReactNode
}) {
  return (
    <ol>
      {cases.map((testCase, index) => (
        <li key={testCase.id} className="test-case">
          <h3 className="text-card" dir="auto">
            {index + 1}. {testCase.reason}
          </h3>
          <p className="mb-2 text-ink-2 text-small">
            {testCase.author ? t('By {author}', { author: testCase.author }) : t('By a former member')}
          </p>
          <CaseParts {...testCase} />
          {renderActions?.(testCase)}
        </li>
      ))}
    </ol>
  )
}

/** Shows the values and checks of a test case, side by side if the screen is wide enough. */
export function CaseParts({ values, checks }: Pick<TestCase, 'values' | 'checks'>) {
  const filled = Object.entries(values).filter(([, value]) => value !== '')
  return (
    <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
      <div>
        <h4 className="mb-1 font-sans text-small">{t('Values')}</h4>
        {filled.length === 0 && <p className="text-ink-2 text-small">{t('None. Blanks keep their defaults.')}</p>}
        <dl className="text-small">
          {filled.map(([name, value]) => (
            <div key={name} className="mb-1">
              <dt className="text-ink-2" dir="auto">
                {name}
              </dt>
              <dd className="line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h4 className="mb-1 font-sans text-small">{t('Checks')}</h4>
        <CheckList checks={checks} />
      </div>
    </div>
  )
}
