import { type FormEvent, useId, useRef, useState } from 'react'
import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { aiVendors, familyNames } from '#features/models/rules.ts'
import { AskOwnMachine } from '#features/models/web/ask-own-machine.tsx'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { useChangeComparison } from '../use-change-comparison.ts'

/**
 * Shows a form to add an answer from elsewhere to a comparison. The answer is marked as pasted, has no times and never
 * counts toward ratings. `text` is the prompt with its blanks filled in.
 */
export function PasteForm({ id, text }: { id: string; text: string }) {
  const change = useChangeComparison(id)
  const idPrefix = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [isSending, setSending] = useState(false)
  const fill = (answer: Record<'model' | 'text', string>) => {
    for (const name of ['model', 'text'] as const) {
      const input = form.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.value = answer[name]
    }
  }
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const submittedForm = event.currentTarget
    const fields = new FormData(submittedForm)
    const fieldValue = (name: string) => String(fields.get(name) ?? '').trim()
    setIncomplete(fieldValue('model') === '' || fieldValue('text') === '')
    if (fieldValue('model') === '' || fieldValue('text') === '') return
    const body = {
      model: fieldValue('model'),
      vendor: aiVendors.find((vendor) => vendor === fieldValue('vendor')),
      text: fieldValue('text'),
    }
    setSending(true)
    const done = await change(
      (api, params) => api('POST /api/comparisons/{id}/answers', { params, body }),
      t('The answer was added and marked as pasted'),
    )
    setSending(false)
    if (done) submittedForm.reset()
  }
  return (
    <details className="disclosure">
      <summary>{t('Add an answer that you got elsewhere')}</summary>
      <form className="form pt-2" onSubmit={send} noValidate ref={form}>
        <p className="text-ink-2 text-small">
          {t('It is marked as pasted, shows no times and doesn’t count toward ratings.')}
        </p>
        {text !== '' && <AskOwnMachine text={text} onAnswer={fill} />}
        <Field
          label={t('Model')}
          name="model"
          maxLength={100}
          placeholder={t('Which model wrote it')}
          autoComplete="off"
        />
        <div className="field">
          <label htmlFor={`${idPrefix}vendor`}>{t('Family')}</label>
          <select id={`${idPrefix}vendor`} name="vendor" className="input">
            <option value="">{t('Another')}</option>
            {aiVendors.map((vendor) => (
              <option key={vendor} value={vendor}>
                {familyNames[vendor]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${idPrefix}text`}>{t('Answer')}</label>
          <textarea
            id={`${idPrefix}text`}
            name="text"
            className="input min-h-32"
            dir="auto"
            maxLength={limits.pastedTextMax}
          />
        </div>
        {isIncomplete && (
          <p role="alert" className="field-error">
            {t('Name the model, and paste its answer.')}
          </p>
        )}
        <button type="submit" className="btn justify-self-start" aria-disabled={isSending}>
          {t('Add')}
        </button>
      </form>
    </details>
  )
}
