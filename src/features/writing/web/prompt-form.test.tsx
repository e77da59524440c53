import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { emptyForm, formFields } from '#features/catalogue/draft-rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { PromptFormFields } from './prompt-form.tsx'

it('has a control for each field of the form, in its order', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['/api/categories'], [])
  const html = await renderPage(
    <QueryClientProvider client={queryClient}>
      <PromptFormFields form={emptyForm} errors={{}} set={() => undefined} />
    </QueryClientProvider>,
  )
  const controls = [...html.matchAll(/<(?:input|textarea|select)[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  // `variables` has no control of its own name, but several controls for each blank of the text.
  expect(controls, 'add its control to prompt-form.tsx, in the order of emptyForm').toEqual(
    formFields.filter((name) => name !== 'variables'),
  )
})
