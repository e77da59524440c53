import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { pictureOfAnswer } from '#client/answer-picture.ts'
import { resultNotes, resultSectionId } from '#features/results/rules.ts'
import { ResultLabel } from '#features/results/web/result-label.tsx'
import type { PageResult, PromptResults, WorkedExample } from '#features/showcase/contract.ts'
import { pathInLanguage } from '#lib/language.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { FormattedText } from '#ui/formatted-text.tsx'
import { PictureButton } from '#ui/picture/picture-button.tsx'
import { rich } from '#ui/rich.ts'
import { resultsQuery } from './result-queries.ts'

/** What the link to the whole says. */
const wholeNames = {
  test: msg('All answers of this test'),
  comparison: msg('The whole comparison'),
  pasted: msg('The whole comparison'),
  example: msg('All examples'),
  import: msg('All examples'),
} as const

/** Shows what came out of a prompt (slug): its newest answer, and the editors' worked example if there is one. */
export function ResultSection({ slug }: { slug: string }) {
  const { api } = useRouteContext({ from: '__root__' })
  const { data } = useSuspenseQuery(resultsQuery(api, slug))
  return <Results {...data} />
}

export function Results({ results, workedExample }: PromptResults) {
  const answer = results.find(({ source, text }) => source !== 'editors' && text)
  if (!answer && !workedExample) return null
  return (
    <div id={resultSectionId}>
      {!answer && <h3 className="pb-2 text-lead">{t('Worked example')}</h3>}
      {answer && <Answer result={answer} />}
      {workedExample &&
        (answer ? (
          <details className="mt-4">
            <summary className="min-h-6 font-semibold text-small">{t('A worked example')}</summary>
            <Worked example={workedExample} />
          </details>
        ) : (
          <Worked example={workedExample} />
        ))}
    </div>
  )
}

function Answer({ result }: { result: PageResult }) {
  const { source, text, path, user, model } = result
  return (
    <figure>
      <blockquote className="max-w-[42em] whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
        {text}
      </blockquote>
      <figcaption className="mt-2 text-ink-2 text-small">
        <ResultLabel result={result} />
        {user && (
          <>
            {' '}
            {rich('by {link}', {
              link: (
                <a className="link" href={pathInLanguage(`/user/${user.username}`)}>
                  {user.username}
                </a>
              ),
            })}
          </>
        )}
        {path && source !== 'editors' && (
          <>
            {' · '}
            <a className="link" href={pathInLanguage(path)}>
              {translate(wholeNames[source])}
            </a>
          </>
        )}
        {text && (
          <div className="mt-2">
            <PictureButton
              label={t('Picture of this answer')}
              makePicture={() =>
                pictureOfAnswer(text, [
                  model ?? undefined,
                  resultNotes[source],
                  user ? t('by {username}', { username: user.username }) : undefined,
                ])
              }
            />
          </div>
        )}
      </figcaption>
    </figure>
  )
}

function Worked({ example: { filled, text, writtenAt } }: { example: WorkedExample }) {
  return (
    <figure>
      <figcaption className="text-ink-2 text-small">
        {resultNotes.editors}. {usDate(writtenAt)}.
        {filled.length > 0 && (
          <dl className="mt-2 grid max-w-[42em] gap-1" aria-label={t('Filled in')}>
            {filled.map(({ name, value }) => (
              <div key={name}>
                <dt className="inline font-semibold text-ink" dir="auto">
                  {name}:
                </dt>{' '}
                <dd className="inline whitespace-pre-wrap [overflow-wrap:anywhere]" dir="auto">
                  {value}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </figcaption>
      <div className="formatted mt-3 grid max-w-[42em] grid-cols-[minmax(0,1fr)] gap-3 leading-[1.55]" dir="auto">
        <FormattedText text={text} />
      </div>
    </figure>
  )
}
