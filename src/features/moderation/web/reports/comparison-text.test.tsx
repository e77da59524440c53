import { expect, it } from 'vitest'
import type { ReportCase } from '#features/moderation/report-contract.ts'
import { shownTextMax } from '#features/moderation/rules.ts'
import { renderPage } from '#test/render-page.tsx'
import { ComparisonText } from './comparison-text.tsx'

const render = (answer: string) =>
  renderPage(
    <ComparisonText
      comparison={
        {
          id: 'a-comparison',
          content: 'A question.',
          answers: [{ model: 'Claude', text: answer }],
          withdrawnReason: null,
        } as unknown as NonNullable<ReportCase['comparison']>
      }
    />,
  )

it('a reported comparison says that the case has only the beginning of a long answer', async () => {
  const note = 'Only the first 5,000 characters of each text are shown here.'
  expect(await render('x'.repeat(shownTextMax))).toContain(note)
  expect(await render('A short answer.')).not.toContain(note)
})
