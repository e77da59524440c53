import { type ReactNode, useId, useMemo, useState } from 'react'
import { t } from '#lib/texts.ts'
import { DiffPieces } from '#ui/text-diff.tsx'
import { compareTexts, overlapOf } from './answer-overlap.ts'
import { mentions, termsOf } from './answer-terms.ts'
import { distinctTitles, titleOf } from './answer-title.ts'
import type { AnswerView } from './answer-view.ts'

/** How many entries a list shows at first. “N more” opens the rest. */
const listedMax = { words: 12, sentences: 5 }

/** Shows what differs between two of these answers. If there are more than two, the reader chooses two. */
export function AnswerDifferences({ answers }: { answers: AnswerView[] }) {
  const [names, setNames] = useState<[string?, string?]>([])
  const [first, second] = answers
  if (!first || !second) return null
  const before = answers.find(({ name }) => name === names[0]) ?? first
  const after = answers.find(({ name }) => name === names[1]) ?? second
  return (
    <div className="cmp-diff">
      {answers.length > 2 && (
        <div className="grid gap-3 sm:grid-cols-2">
          <AnswerSelect
            label={t('From')}
            answers={answers}
            chosen={before}
            onChoose={(name) => setNames([name, after.name])}
          />
          <AnswerSelect
            label={t('To')}
            answers={answers}
            chosen={after}
            onChoose={(name) => setNames([before.name, name])}
          />
        </div>
      )}
      <Differences before={before} after={after} />
    </div>
  )
}

/**
 * Marks the words that differ if the answers are versions of one text. Otherwise lists what only one of them says, and
 * what both say.
 */
function Differences({ before, after }: { before: AnswerView; after: AnswerView }) {
  const { share, pieces } = useMemo(() => compareTexts(before.text, after.text), [before.text, after.text])
  const titles = distinctTitles([before, after], false) as [string, string]
  const percent = Math.round(share * 100)
  if (pieces && share === 1) return <p>{t('Both say the same, word for word.')}</p>
  if (pieces)
    return (
      <>
        <p>
          {t('{percent}% of the words are the same. Struck through: only in {first}. Underlined: only in {second}.', {
            percent,
            first: titles[0],
            second: titles[1],
          })}
        </p>
        <DiffPieces pieces={pieces} />
      </>
    )
  return (
    <>
      <p>
        {t(
          'Only {percent}% of the words are the same, too few to mark the differences. See below what each answer mentions.',
          { percent },
        )}
      </p>
      <Terms before={before.text} after={after.text} titles={titles} />
      <Statements before={before.text} after={after.text} titles={titles} />
    </>
  )
}

type Pair = { before: string; after: string; titles: [string, string] }

function Terms({ before, after, titles }: Pair) {
  const terms = useMemo(() => termsOf([before, after], ''), [before, after])
  const inBefore = terms.filter((term) => mentions(before, term))
  const inAfter = terms.filter((term) => mentions(after, term))
  if (terms.length === 0) return null
  return (
    <Group title={t('Names and numbers')}>
      <List
        name={t('Only {title}', { title: titles[0] })}
        entries={inBefore.filter((term) => !inAfter.includes(term))}
        short
      />
      <List
        name={t('Only {title}', { title: titles[1] })}
        entries={inAfter.filter((term) => !inBefore.includes(term))}
        short
      />
      <ListIfAny name={t('Both')} entries={inBefore.filter((term) => inAfter.includes(term))} short />
    </Group>
  )
}

function Statements({ before, after, titles }: Pair) {
  const { both, onlyFirst, onlySecond } = useMemo(() => overlapOf(before, after), [before, after])
  return (
    <Group title={t('Sentences and list items')}>
      <List name={t('Only {title}', { title: titles[0] })} entries={onlyFirst} />
      <List name={t('Only {title}', { title: titles[1] })} entries={onlySecond} />
      <ListIfAny name={t('Both, or nearly so')} entries={both.map(([text]) => text)} />
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <div className="cmp-groups">{children}</div>
    </section>
  )
}

type ListProps = { name: string; entries: string[]; short?: boolean }

/**
 * Renders a list, or nothing if it is empty. For “Both”, “None” would be misleading, because two answers can say the
 * same thing in different words.
 */
function ListIfAny(props: ListProps) {
  return props.entries.length > 0 && <List {...props} />
}

/** `short` means that the entries are words, which are shown on one line. */
function List({ name, entries, short = false }: ListProps) {
  const max = short ? listedMax.words : listedMax.sentences
  const rest = entries.slice(max)
  return (
    <div>
      <h4 dir="auto">
        {name} <span>{entries.length}</span>
      </h4>
      {entries.length === 0 ? <p>{t('None')}</p> : <Entries entries={entries.slice(0, max)} short={short} />}
      {rest.length > 0 && (
        <details className="disclosure">
          <summary>{t('{length} more', { length: rest.length })}</summary>
          <Entries entries={rest} short={short} />
        </details>
      )}
    </div>
  )
}

function Entries({ entries, short }: { entries: string[]; short: boolean }) {
  if (short) return <p dir="auto">{entries.join(' · ')}</p>
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry} dir="auto">
          {entry}
        </li>
      ))}
    </ul>
  )
}

function AnswerSelect({
  label,
  answers,
  chosen,
  onChoose,
}: {
  label: string
  answers: AnswerView[]
  chosen: AnswerView
  onChoose: (name: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} className="input" value={chosen.name} onChange={(event) => onChoose(event.target.value)}>
        {answers.map((answer) => (
          <option key={answer.name} value={answer.name}>
            {titleOf(answer, false)} {answer.pasted ? t('(pasted)') : ''}
          </option>
        ))}
      </select>
    </div>
  )
}
