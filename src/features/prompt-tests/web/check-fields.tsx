import {
  type Check,
  type CheckKind,
  checkKinds,
  checkLimits,
  checkNames,
  languages,
} from '#features/prompt-tests/check-rules.ts'
import { testLimits } from '#features/prompt-tests/rules.ts'
import { languageName } from '#lib/language-name.ts'
import { t } from '#lib/texts.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select, TextArea } from '#ui/forms/form-controls.tsx'
import { Icon } from '#ui/icon.tsx'
import { rich } from '#ui/rich.ts'

type Props = { checks: Check[]; errors: Record<string, string>; onChange: (checks: Check[]) => void }

/**
 * The fields for the checks of a test case. `errors`: the server's error messages by field, such as `checks.0` or
 * `checks.0.text`.
 */
export function CheckFields({ checks, errors, onChange }: Props) {
  const replace = (index: number, check: Check) => onChange(checks.with(index, check))
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {rich('Checks <span>an answer has to pass all of them</span>', {
          span: (text) => <span className="font-normal text-ink-2 text-small">{text}</span>,
        })}
      </legend>
      <ol className="grid gap-3">
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no ids; all fields are controlled.
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
            <div className="grid gap-2 sm:grid-cols-2">
              <Select
                label={t('Check {value}', { value: index + 1 })}
                value={check.kind}
                error={errors[`checks.${index}`]}
                onChange={({ target }) => replace(index, emptyCheck(target.value as CheckKind))}
              >
                {checkKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {checkNames[kind]}
                  </option>
                ))}
              </Select>
              <CheckValue
                check={check}
                errorOf={(name) => errors[`checks.${index}.${name}`]}
                onChange={(changed) => replace(index, changed)}
              />
            </div>
            <button
              type="button"
              className="btn-square"
              aria-label={t('Remove check {value}', { value: index + 1 })}
              onClick={() => onChange(checks.filter((_, other) => other !== index))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
      </ol>
      {checks.length < testLimits.checksMax && (
        <button type="button" className="btn mt-3" onClick={() => onChange([...checks, emptyCheck('contains')])}>
          {t('Add a check')}
        </button>
      )}
    </fieldset>
  )
}

/** Returns a new check of the given kind with initial values. */
function emptyCheck(kind: CheckKind): Check {
  switch (kind) {
    case 'matches':
      return { kind, pattern: '' }
    case 'json':
      return { kind }
    case 'json-schema':
      return { kind, schema: '' }
    case 'words-max':
    case 'words-min':
      return { kind, words: 100 }
    case 'language':
      return { kind, language: 'en' }
    case 'number':
      return { kind, min: null, max: null }
    default:
      return { kind, text: '' }
  }
}

type CheckValueProps = {
  check: Check
  errorOf: (name: string) => string | undefined
  onChange: (check: Check) => void
}

function CheckValue({ check, errorOf, onChange }: CheckValueProps) {
  switch (check.kind) {
    case 'json':
      return null
    case 'matches':
      return (
        <Field
          label={t('Pattern')}
          name="pattern"
          help={t('RE2 syntax')}
          maxLength={checkLimits.patternMax}
          value={check.pattern}
          error={errorOf('pattern')}
          onChange={({ target }) => onChange({ ...check, pattern: target.value })}
        />
      )
    case 'json-schema':
      return (
        <TextArea
          label={t('JSON Schema')}
          rows={4}
          maxLength={checkLimits.schemaMax}
          value={check.schema}
          error={errorOf('schema')}
          onChange={({ target }) => onChange({ ...check, schema: target.value })}
        />
      )
    case 'words-max':
    case 'words-min':
      return (
        <Field
          label={t('Words')}
          name="words"
          type="number"
          min={1}
          max={checkLimits.wordsMax}
          value={check.words}
          error={errorOf('words')}
          onChange={({ target }) => onChange({ ...check, words: target.valueAsNumber || 1 })}
        />
      )
    case 'language':
      return (
        <Select
          label={t('Language')}
          value={check.language}
          onChange={({ target }) => onChange({ ...check, language: target.value })}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </Select>
      )
    case 'number':
      return (
        <div className="grid grid-cols-2 gap-2">
          {(['min', 'max'] as const).map((bound) => (
            <Field
              key={bound}
              label={bound === 'min' ? t('From', { context: 'number' }) : t('To', { context: 'number' })}
              name={bound}
              type="number"
              step="any"
              value={check[bound] ?? ''}
              onChange={({ target }) =>
                onChange({ ...check, [bound]: target.value === '' ? null : target.valueAsNumber })
              }
            />
          ))}
        </div>
      )
    default:
      return (
        <TextArea
          label={t('Text')}
          rows={1}
          dir="auto"
          maxLength={checkLimits.textMax}
          value={check.text}
          error={errorOf('text')}
          onChange={({ target }) => onChange({ ...check, text: target.value })}
        />
      )
  }
}
