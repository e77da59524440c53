import { type Check, describeCheck, type Outcome } from '#features/prompt-tests/check-rules.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { TextBox } from './text-box.tsx'

/** Lists checks, each with its outcome if there is one. */
export function CheckList({ checks, outcomes }: { checks: Check[]; outcomes?: (Outcome | null)[] | null }) {
  return (
    <ul className="test-checks text-small">
      {checks.map((check, index) => {
        const outcome = outcomes?.[index]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the checks of a case have no ids and keep their order.
          <li key={index}>
            {outcome ? <Mark passed={outcome.passed} /> : <span aria-hidden="true">•</span>}
            <span>
              <span dir="auto">{describeCheck(check)}</span>
              {check.kind === 'json-schema' && (
                <details className="disclosure">
                  <summary>{t('Schema')}</summary>
                  <TextBox label={t('Schema')} text={check.schema} />
                </details>
              )}
              {outcome?.why && <span className="block text-ink-2">{outcome.why}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** An icon that shows whether a check passed, with words for screen readers. */
export function Mark({ passed }: { passed: boolean }) {
  return (
    <span className={passed ? undefined : 'text-bad'}>
      <Icon name={passed ? 'check' : 'x'} className="icon-sm" />
      <span className="sr-only">{passed ? t('Passed:') : t('Failed:')} </span>
    </span>
  )
}
