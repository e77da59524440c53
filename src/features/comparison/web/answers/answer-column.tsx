import type { ReactNode } from 'react'
import { pictureOfAnswer } from '#client/answer-picture.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { builtInBadge, modelLabel } from '#features/models/model-name-rules.ts'
import { t } from '#lib/texts.ts'
import { usDate } from '#lib/us-date.ts'
import { Icon } from '#ui/icon.tsx'
import { PictureButton } from '#ui/picture/picture-button.tsx'
import { rich } from '#ui/rich.ts'
import { formatCost, formatSeconds, formatTokens, statusText } from './answer-format.ts'
import { AnswerText } from './answer-text.tsx'
import { titleOf } from './answer-title.ts'
import type { AnswerView } from './answer-view.ts'
import { CopyAnswer } from './copy-answer.tsx'

/**
 * Shows an answer of a model with its name, times, tokens and price, or a pasted answer. `areNamesHidden` means that the names
 * and these numbers of models are hidden. `action` is rendered below the answer.
 */
export function AnswerColumn({
  answer,
  areNamesHidden,
  action,
}: {
  answer: AnswerView
  areNamesHidden: boolean
  action?: ReactNode
}) {
  const { status, failure, text, vendor } = answer
  const isPending = status === 'waiting' || status === 'running'
  return (
    <article className="cmp-answer" aria-label={titleOf(answer, areNamesHidden)} aria-busy={isPending}>
      <Head answer={answer} areNamesHidden={areNamesHidden} />
      <Measurements answer={answer} areNamesHidden={areNamesHidden} />
      <div className="min-w-0">
        {failure && (
          <p className="cmp-failure">
            <Icon name="circle-exclamation-point" className="icon-sm mt-0.5" />
            {failure}
          </p>
        )}
        {(text !== '' || status === 'running') && (
          <AnswerText text={text} isRunning={status === 'running'} isPrompt={vendor === 'built-in'} />
        )}
      </div>
      <footer className="js-only">
        {action}
        {text !== '' && !isPending && (
          <>
            <CopyAnswer
              label={t('Copy the answer from {title}', { title: titleOf(answer, areNamesHidden) })}
              text={text}
            />
            <PictureButton
              label={t('Picture of the answer from {title}', { title: titleOf(answer, areNamesHidden) })}
              makePicture={() => pictureOfAnswer(text, [titleOf(answer, areNamesHidden), dayOf(answer)])}
            />
          </>
        )}
      </footer>
    </article>
  )
}

function dayOf({ answeredAt, pasted }: AnswerView): string | undefined {
  return answeredAt && !pasted ? usDate(answeredAt) : undefined
}

function Head({ answer, areNamesHidden }: { answer: AnswerView; areNamesHidden: boolean }) {
  const { name, vendor, version, pasted, answeredAt, status } = answer
  const detail = areNamesHidden || pasted ? '' : modelLabel(name, vendor).detail
  return (
    <header>
      <h3 dir="auto">
        {titleOf(answer, areNamesHidden)} {vendor === 'built-in' && <span className="badge">{builtInBadge()}</span>}
        {pasted && <span className="badge">{t('Pasted by its author')}</span>}
      </h3>
      {detail && detail !== builtInBadge() && <p>{detail}</p>}
      {!pasted && (
        <p>
          {statusText(answer)}
          {status === 'done' && answeredAt && !areNamesHidden && (
            <>{rich(', measured on {date}', { date: <time dateTime={answeredAt}>{usDate(answeredAt)}</time> })}</>
          )}
          {!areNamesHidden && version && vendor !== 'built-in' && version !== name && <>, {version}</>}
        </p>
      )}
    </header>
  )
}

function Measurements({ answer, areNamesHidden }: { answer: AnswerView; areNamesHidden: boolean }) {
  const { status, timeToFirstToken, time, price, pasted } = answer
  // Neither tokens nor cost are shown for a failed answer.
  const { tokens, cost } = status === 'failed' ? { tokens: null, cost: null } : answer
  return (
    <div className="cmp-measurements">
      {!pasted && !areNamesHidden && (
        <dl className="stats">
          <Measurement name={t('First word')}>{formatSeconds(timeToFirstToken)}</Measurement>
          <Measurement name={t('Time')}>{formatSeconds(time)}</Measurement>
          <Measurement name={t('Tokens')}>{formatTokens(tokens)}</Measurement>
          <Measurement name={t('Price')}>
            <span
              title={
                cost === null
                  ? undefined
                  : t('{credits}, and the vendor charges about {cost}', {
                      credits: formatCredits(price),
                      cost: formatCost(cost),
                    })
              }
            >
              {price}
            </span>
            {cost !== null && cost > 0 && <small className="hide-if-narrow">{formatCost(cost)}</small>}
          </Measurement>
        </dl>
      )}
      {status === 'running' && <span className="cmp-progress" aria-hidden="true" />}
    </div>
  )
}

function Measurement({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
