import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { Check } from '#features/prompt-tests/check-rules.ts'
import type { TestCase } from '#features/prompt-tests/contract.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { labelOf } from '#features/variables/label-rules.ts'
import { fillableSegments } from '#features/variables/placeholder-rules.ts'
import { blanksOf } from '#features/variables/variable-rules.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { TextArea } from '#ui/forms/form-controls.tsx'
import { FailureNote } from '#ui/note.tsx'
import { CaseTrial } from './case-trial.tsx'
import { CheckFields } from './check-fields.tsx'
import { useChangeCases } from './use-change-cases.ts'

type Props = { prompt: Prompt; testCase?: TestCase; submitLabel: string; onClose: () => void }
type Draft = { reason: string; values: Record<string, string>; checks: Check[] }

/**
 * The form for a test case: a sentence that says what it tests, values for the prompt's blanks, checks, and a trial
 * without a model. `testCase`: the case to change. If it is undefined, the form is for a new case.
 */
export function CaseForm({ prompt, testCase, submitLabel, onClose }: Props) {
  const { api } = useRouteContext({ from: '__root__' })
  const [draft, setDraft] = useState<Draft>(
    testCase ?? { reason: '', values: {}, checks: [{ kind: 'contains', text: '' }] },
  )
  const [failure, setFailure] = useState<ApiError | null>(null)
  const [pending, setPending] = useState(false)
  const refresh = useChangeCases()
  const { reason, values, checks } = draft
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    setFailure(null)
    const body = { reason, values, checks }
    try {
      await (testCase
        ? api('PATCH /api/prompts/{id}/tests/cases/{caseId}', { params: { id: prompt.id, caseId: testCase.id }, body })
        : api('POST /api/prompts/{id}/tests/cases', { params: { id: prompt.id }, body }))
      // The case is already saved. This only reloads the data and shows “Saved”.
      await refresh(async () => undefined, t('Saved'))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <form className="form mt-4 max-w-[46rem]" aria-label={submitLabel} onSubmit={submit} noValidate>
      <Field
        label={t('What it tests')}
        name="reason"
        maxLength={testLimits.reasonMax}
        value={reason}
        onChange={({ target }) => set({ reason: target.value })}
        error={failure?.fields?.reason}
        help={t('One sentence, such as “Keeps the deadline”.')}
      />
      {blanksOf(fillableSegments(prompt.content)).map(({ name, default: defaultText }) => (
        <TextArea
          key={name}
          label={labelOf(name)}
          rows={2}
          dir="auto"
          placeholder={defaultText ?? undefined}
          value={values[name] ?? ''}
          error={failure?.fields?.[`values.${name}`]}
          onChange={({ target }) => set({ values: { ...values, [name]: target.value } })}
        />
      ))}
      <CheckFields checks={checks} errors={failure?.fields ?? {}} onChange={(changed) => set({ checks: changed })} />
      <CaseTrial promptId={prompt.id} values={values} checks={checks} />
      {failure && <FailureNote title={t('Not saved')}>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="btn btn-primary" aria-disabled={pending}>
          {pending ? t('Saving...') : submitLabel}
        </button>
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  )
}
