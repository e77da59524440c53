import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { emptyForm, formFields } from '#features/catalogue/draft-rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptFormFields } from './prompt-form.tsx'

it('the form for a prompt has a control for each field, in the order of emptyForm', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['/api/categories'], [])
  const html = await renderPage(
    <QueryClientProvider client={queryClient}>
      <PromptFormFields form={emptyForm} errors={{}} set={() => undefined} />
    </QueryClientProvider>,
  )
  const controls = [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  // No control is named `variables`: each blank of the text has several controls instead.
  expect(controls, 'add a control for the field to prompt-form.tsx, in the order of emptyForm').toEqual(
    formFields.filter((name) => name !== 'variables'),
  )
})
