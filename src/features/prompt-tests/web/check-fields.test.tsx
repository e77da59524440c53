import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Check } from '#features/prompt-tests/check-rules.ts'
import { TestCaseDraft } from '#features/prompt-tests/contract.ts'
import { CheckFields } from './check-fields.tsx'

/** Renders the fields of a check with the errors that the contract reports for it. */
function render(check: Check): string {
  const { error } = TestCaseDraft.safeParse({ reason: 'A reason', values: {}, checks: [check] })
  const errors = Object.fromEntries(error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
  return renderToStaticMarkup(<CheckFields checks={[check]} errors={errors} onChange={() => {}} />)
}

it.each<[string, Check]>([
  ['Text', { kind: 'contains', text: '' }],
  ['Pattern', { kind: 'matches', pattern: '' }],
  ['JSON Schema', { kind: 'json-schema', schema: '' }],
  ['Words', { kind: 'words-max', words: 0 }],
])('the field “%s” shows the error of its value', (label, check) => {
  const html = render(check)
  const id = new RegExp(`<label for="([^"]+)">${label}<`).exec(html)?.[1]
  expect(html).toMatch(new RegExp(`<(input|textarea|select)[^>]* id="${id}"[^>]*aria-invalid="true"`))
  expect(html).toContain('field-error')
})
