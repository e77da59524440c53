import type { ReactNode } from 'react'
import { siteFacts } from '#client/site-facts.ts'
import { t } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { IntervalBar } from '#ui/lists/interval-bar.tsx'

/** Lists the benefits of an account, beside the forms or, on narrow screens, below them. */
export function AccountBenefits({ className }: { className?: string }) {
  return (
    <aside aria-label={t('Benefits')} className={className}>
      <h2 className="text-h2">{t('What an account adds')}</h2>
      <ul>
        <Benefit
          title={t('Compare results across models')}
          text={t('Keep comparisons and share them. Comparing answers that you paste needs no account.')}
          // As on prompt cards: initials of model families, with those that were tested and the best one marked.
          picture={
            <span className="tested-models">
              <b className="on">O</b>
              <b className="best">C</b>
              <b className="on">G</b>
              <b className="on">D</b>
              <b>L</b>
            </span>
          }
        />
        <Benefit
          title={t('Submit prompts and get feedback')}
          text={t('Every edit is saved as a version.')}
          picture={<Icon name="pencil-line" className="icon size-6" />}
        />
        <Benefit
          title={t('Vote on prompts')}
          text={t('The prompts most people agree on come first.')}
          picture={<IntervalBar interval={{ low: 0.84, share: 0.9, high: 0.95 }} className="w-18" />}
        />
        <Benefit
          title={t('Connect with creators')}
          text={t('Your fork of a prompt links to the original.')}
          picture={<Icon name="user-round" className="icon size-6" />}
        />
      </ul>
      {!siteFacts().isClosed && (
        <p className="text-ink-2 text-small">{t('You don’t need an account to browse, search and copy.')}</p>
      )}
    </aside>
  )
}

function Benefit({ title, text, picture }: { title: string; text: string; picture: ReactNode }) {
  return (
    <li>
      <span aria-hidden="true">{picture}</span>
      <span>
        <b className="block">{title}</b>
        <span className="text-ink-2 text-small">{text}</span>
      </span>
    </li>
  )
}
