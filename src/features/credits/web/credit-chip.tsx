import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import { formatNumber } from '#lib/numbers.ts'
import { t } from '#lib/texts.ts'
import { richPlural } from '#ui/rich.ts'
import { connectCredits } from './connect-credits.ts'
import { useCredits } from './credit-store.ts'
import './credit-chip.css'

const tipId = 'credit-tip'

/** Shows the member's credits in the header. The number links to Manage Credits, and pulses when it changes. */
export function CreditChip() {
  const { api } = useRouteContext({ from: '__root__' })
  const { credits, pulse } = useCredits()
  const [isTipOpen, setTipOpen] = useState(false)
  useEffect(() => connectCredits(api), [api])
  useEffect(() => {
    if (!isTipOpen) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setTipOpen(false)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isTipOpen])
  return (
    <span
      className="credit-chip"
      onPointerEnter={({ pointerType }) => setTipOpen(pointerType === 'mouse')}
      onPointerLeave={() => setTipOpen(false)}
    >
      <Link
        to="/credits"
        className="credit"
        data-pulse={pulse}
        aria-label={credits === null ? t('Loading credits...') : formatCredits(credits)}
        aria-describedby={credits === null ? undefined : tipId}
        onFocus={({ currentTarget }) => setTipOpen(currentTarget.matches(':focus-visible'))}
        onBlur={() => setTipOpen(false)}
        onClick={() => setTipOpen(false)}
      >
        <span className="credit-coin" />
        {credits === null ? <span className="skel h-3 w-4" /> : formatNumber(credits)}
      </Link>
      {credits !== null && (
        <span role="tooltip" id={tipId} className="tip" hidden={!isTipOpen}>
          {richPlural(
            credits,
            '<b>You have {count} generation credit</b>Click to get more credits',
            '<b>You have {count} generation credits</b>Click to get more credits',
            { b: (text) => <b className="block">{text}</b> },
          )}
        </span>
      )}
    </span>
  )
}
