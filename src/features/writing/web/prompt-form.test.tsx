import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { emptyForm, formFields, type PromptForm, readForm } from '#features/catalogue/draft-rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptFormFields } from './prompt-form.tsx'

/** A form in which every field differs from `emptyForm`. */
const filledForm: PromptForm = {
  content: 'Write to {{who}}.',
  variables: [{ name: 'who', default: null, kind: 'text', label: 'Whom to write to' }],
  title: 'A letter',
  description: 'Writes a letter.',
  category: 'general',
  tags: ['letters'],
  licence: 'all-rights-reserved',
  models: 'Llama',
  skill: true,
  files: [{ path: 'notes.md', text: 'A note.' }],
}

async function renderForm(form: PromptForm): Promise<string> {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['/api/categories'], [{ slug: 'general', name: 'General' }])
  return renderPage(
    <QueryClientProvider client={queryClient}>
      <PromptFormFields form={form} errors={{}} set={() => undefined} />
    </QueryClientProvider>,
  )
}

it('the form for a prompt has a control for each field, in the order of emptyForm', async () => {
  // The control for files appears once the prompt is a skill.
  const html = await renderForm({ ...emptyForm, skill: true })
  const controls = [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  // No control is named `variables`: each blank of the text has a panel instead.
  expect(controls, 'add a control for the field to prompt-form.tsx, in the order of emptyForm').toEqual(
    formFields.filter((name) => name !== 'variables'),
  )
})

// The descriptions of blanks are shown by the editor, which is loaded later (test/e2e/variables.e2e.ts).
it.each(formFields.filter((name) => name !== 'variables'))(
  'the form for a prompt shows the value of %s',
  async (name) => {
    const withoutValue = { ...filledForm, [name]: emptyForm[name] }
    expect(filledForm[name], 'choose another value in filledForm').not.toEqual(emptyForm[name])
    const failure = `the control must have \`value\` or \`checked\` with form.${name} (prompt-form.tsx)`
    expect(await renderForm(filledForm), failure).not.toBe(await renderForm(withoutValue))
  },
)

it('each field of the form for a prompt is set by a control', () => {
  const code = readFileSync(join(import.meta.dirname, 'prompt-form.tsx'), 'utf8')
  const unsetFields = formFields.filter((name) => !new RegExp(`\\bset\\(\\{ ${name}\\b`).test(code))
  expect(unsetFields, 'call set({ … }) with these fields in onChange (prompt-form.tsx)').toEqual([])
})

it('readForm restores each field of a stored form', () => {
  const stored: unknown = JSON.parse(JSON.stringify(filledForm))
  expect(readForm(stored, emptyForm), 'read the field in readForm (draft-rules.ts)').toEqual(filledForm)
})
