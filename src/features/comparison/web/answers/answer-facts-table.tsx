import { formatNumber } from '#lib/numbers.ts'
import { type Message, msg, t, translate } from '#lib/texts.ts'
import { type AnswerFacts, factsOf, readingTime, wordsPerMinute } from './answer-facts.ts'
import { mentions, termsOf, termsOfPrompt } from './answer-terms.ts'
import { distinctTitles } from './answer-title.ts'
import type { AnswerView } from './answer-view.ts'

/** What the models were asked: the prompt with its blanks filled in, and the values of the blanks. */
export type ComparedText = { text: string; values: Record<string, string> }

const factLabels: [keyof AnswerFacts, Message][] = [
  ['sentences', msg('Sentences')],
  ['headings', msg('Headings')],
  ['items', msg('List items')],
  ['codeBlocks', msg('Code blocks')],
]

/**
 * Shows side by side what can be counted in the answers: length, structure, and which terms of the prompt they mention.
 */
export function AnswerFactsTable({
  answers,
  areNamesHidden,
  prompt,
}: {
  answers: AnswerView[]
  areNamesHidden: boolean
  prompt: ComparedText
}) {
  const writtenAnswers = answers.filter(({ text }) => text !== '')
  if (writtenAnswers.length < 2) return null
  const titles = distinctTitles(writtenAnswers, areNamesHidden)
  const columns = writtenAnswers.map(({ text }, index) => ({ title: titles[index], text, facts: factsOf(text) }))
  const texts = columns.map(({ text }) => text)
  const promptTerms = termsOfPrompt(prompt.text, prompt.values, termsOf(texts, prompt.text))
  const termRows = promptTerms.map((term) => ({ term, cells: texts.map((text) => mentions(text, term)) }))
  const inAll = termRows.filter(({ cells }) => !cells.includes(false))
  const inNone = termRows.filter(({ cells }) => !cells.includes(true))
  const times = { name: t('Reading time'), cells: columns.map(({ facts }) => readingTime(facts.words)) }
  // A row that says the same about all answers says nothing about their differences.
  const rows = [
    { name: t('Words'), cells: columns.map(({ facts }) => formatNumber(facts.words)) },
    times,
    ...factLabels.map(([key, name]) => ({
      name: translate(name),
      cells: columns.map(({ facts }) => formatNumber(facts[key])),
    })),
    ...termRows.map(({ term, cells }) => ({
      name: t('Mentions “{term}”', { term }),
      cells: cells.map((isMentioned) => (isMentioned ? t('Yes') : t('No'))),
    })),
  ].filter(areDifferent)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must reach a box that scrolls.
    <section className="cmp-facts" tabIndex={0} aria-label={t('At a glance')}>
      <table>
        <caption>{t('At a glance')}</caption>
        {rows.length > 0 && (
          <>
            <thead>
              <tr>
                <td />
                {columns.map(({ title }) => (
                  <th key={title} scope="col" dir="auto">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.name} {...row} />
              ))}
            </tbody>
          </>
        )}
      </table>
      <Terms name={writtenAnswers.length === 2 ? t('Both mention') : t('All mention')} terms={inAll} />
      <Terms name={writtenAnswers.length === 2 ? t('Neither mentions') : t('None mentions')} terms={inNone} />
      <p>
        {areDifferent(times)
          ? t(
              'Counted in the texts. The reading time assumes {wordsPerMinute} words a minute. The counts don’t say which answer is right.',
              { wordsPerMinute },
            )
          : t('Counted in the texts. The counts don’t say which answer is right.')}
      </p>
    </section>
  )
}

/** Lists the terms that all answers mention, or the terms that none mentions, on one line. */
function Terms({ name, terms }: { name: string; terms: { term: string }[] }) {
  if (terms.length === 0) return null
  return (
    <p dir="auto">
      {name}: {terms.map(({ term }) => `“${term}”`).join(', ')}.
    </p>
  )
}

const areDifferent = ({ cells }: { cells: string[] }) => new Set(cells).size > 1

function Row({ name, cells }: { name: string; cells: string[] }) {
  return (
    <tr>
      <th scope="row" dir="auto">
        {name}
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move.
        <td key={index}>{cell}</td>
      ))}
    </tr>
  )
}
