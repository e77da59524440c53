import { type FormEvent, useState } from 'react'
import type { Prompt } from '#features/catalogue/contract.ts'
import { type Check, type CheckEngines, type Outcome, runCheck } from '#features/prompt-tests/check-rules.ts'
import { mostTellingBlank } from '#features/prompt-tests/example-case-rules.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { CheckList } from './check-list.tsx'

const wordsMax = 300

const notNeeded = () => {
  throw new Error(t('The example has no check that needs this function.'))
}
/** The checks of the example, `contains` and `words-max`, call none of these functions. */
const noEngines: CheckEngines = {
  patternError: notNeeded,
  finds: notNeeded,
  schemaError: notNeeded,
  schemaMismatch: notNeeded,
  languageOf: notNeeded,
}

/**
 * An example test case for a prompt, which visitors can try on an answer in the browser. Shown until the prompt has test
 * cases.
 */
export function CaseExample({ content }: Pick<Prompt, 'content'>) {
  const blank = mostTellingBlank(blanksOf(fillableSegments(content)))
  const [result, setResult] = useState<{ checks: Check[]; outcomes: Outcome[] } | null>(null)
  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = String(data.get('text') ?? '').trim()
    const answer = String(data.get('answer') ?? '')
    const checks: Check[] = [
      ...(text ? [{ kind: 'contains' as const, text }] : []),
      { kind: 'words-max', words: wordsMax },
    ]
    setResult({ checks, outcomes: checks.map((one) => runCheck(one, answer, noEngines)) })
  }
  const label = blank && labelOf(blank.name)
  return (
    <div className="rounded-2 border border-edge border-dashed px-5 py-4">
      <h3 className="mb-2 text-card">{t('Try a test case on an answer that you have')}</h3>
      <p className="max-w-[42em]">
        {label
          ? t('It checks that the answer contains your value for “{label}” and has at most {wordsMax} words.', {
              label,
              wordsMax,
            })
          : t('It checks that the answer contains your text and has at most {wordsMax} words.', { wordsMax })}
      </p>
      <form className="form js-only mt-4" onSubmit={check}>
        <div className="field">
          <label htmlFor="case-text" className="[overflow-wrap:anywhere]">
            {label ? t('Your value for “{label}”', { label }) : t('Text that the answer must contain')}
          </label>
          <input id="case-text" name="text" className="input" defaultValue={blank?.default ?? ''} dir="auto" />
        </div>
        <TextArea
          label={t('An answer to check')}
          name="answer"
          rows={3}
          dir="auto"
          help={t('Paste one from any chat. It stays in your browser.')}
        />
        <div>
          <button type="submit" className="btn btn-primary">
            {t('Check the answer')}
          </button>
        </div>
        <div role="status">{result && <CheckList {...result} />}</div>
      </form>
    </div>
  )
}
