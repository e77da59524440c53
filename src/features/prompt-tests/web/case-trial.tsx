import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Check } from '#features/prompt-tests/check-rules.ts'
import type { TestTrial } from '#features/prompt-tests/contract.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { CheckList } from './check-list.tsx'
import { TextBox } from './text-box.tsx'

type Props = { promptId: string; values: Record<string, string>; checks: Check[] }
/** The result of a trial. `checks` are those that were run. The checks in the form may have changed since. */
type TrialState = { trial: TestTrial; checks: Check[] } | { failure: string }

/**
 * Tries a test case without a model: shows the text that models would get, and checks a pasted answer. Stores nothing.
 */
export function CaseTrial({ promptId, values, checks }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [answer, setAnswer] = useState('')
  const [result, setResult] = useState<TrialState | null>(null)
  const run = async () => {
    const body = { values, checks, answer: answer || undefined }
    try {
      setResult({ trial: await api('POST /api/prompts/{id}/tests/check', { params: { id: promptId }, body }), checks })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setResult({ failure: Object.values(error.fields ?? {})[0] ?? error.message })
    }
  }
  return (
    <details className="disclosure">
      <summary>{t('Check it without a model')}</summary>
      <div className="grid gap-3 pt-2">
        <TextArea
          label={t('An answer to check')}
          rows={3}
          dir="auto"
          maxLength={testLimits.trialMax}
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
          help={t('Optional. What you paste is neither stored nor counted.')}
        />
        <button type="button" className="btn w-fit" onClick={run}>
          {t('Check')}
        </button>
        <div role="status" className="grid gap-2">
          {result && ('failure' in result ? <p className="text-bad">{result.failure}</p> : <Trial {...result} />)}
        </div>
      </div>
    </details>
  )
}

function Trial({ trial: { text, missing, checks: results }, checks }: { trial: TestTrial; checks: Check[] }) {
  return (
    <div className="test-case grid gap-2">
      <TextBox label={t('The filled-in text')} text={text} />
      {missing.length > 0 && (
        <p className="text-small">{t('Without a value: {names}.', { names: formatList(missing.map(labelOf)) })}</p>
      )}
      <CheckList checks={checks} outcomes={results.map(outcomeOf)} />
    </div>
  )
}

/** Returns the outcome of a check. An invalid check counts as failed, with its error as the reason. */
function outcomeOf({ error, outcome }: TestTrial['checks'][number]) {
  return error === null ? outcome : { passed: false, why: error }
}
