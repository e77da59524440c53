import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AnswerFactsTable } from './answer-facts-table.tsx'
import type { AnswerView } from './answer-view.ts'

const answerOf = (name: string, text: string) => ({ name, model: name, text, status: 'done' }) as unknown as AnswerView

it('a term that only one answer mentions has a row, and terms that both or neither mention are listed below', () => {
  const answers = [answerOf('a', 'Aunt Rosa has a teapot.'), answerOf('b', 'Dear Aunt Rosa, thank you.')]
  const values = { person: 'Aunt Rosa', gift: 'teapot', place: 'Porto' }
  const html = renderToStaticMarkup(
    <AnswerFactsTable answers={answers} areNamesHidden={false} prompt={{ text: 'A note.', values }} />,
  )
  expect(html).toMatch(/<th scope="row"[^>]*>Mentions “teapot”/)
  expect(html).not.toMatch(/Mentions “(Aunt Rosa|Porto)”/)
  expect(html).toContain('Both mention: “Aunt Rosa”.')
  expect(html).toContain('Neither mentions: “Porto”.')
  expect(html, 'both have one sentence, and take 5 s to read').not.toMatch(/Sentences|[Rr]eading time/)
})
