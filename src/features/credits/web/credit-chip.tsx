import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import { connectCredits } from './connect-credits.ts'
import { useCredits } from './credit-store.ts'

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
    // biome-ignore lint/a11y/noStaticElementInteractions: the tooltip stays open while the pointer moves onto it.
    <span className="credit-chip" onMouseEnter={() => setTipOpen(true)} onMouseLeave={() => setTipOpen(false)}>
      <Link
        to="/credits"
        className="credit"
        data-pulse={pulse}
        aria-label={credits === null ? 'Loading credits...' : formatCredits(credits)}
        aria-describedby={credits === null ? undefined : tipId}
        onFocus={() => setTipOpen(true)}
        onBlur={() => setTipOpen(false)}
      >
        <span className="credit-coin" />
        {credits === null ? <span className="skel h-3 w-4" /> : credits}
      </Link>
      {credits !== null && (
        <span role="tooltip" id={tipId} className="tip" hidden={!isTipOpen}>
          <b className="block">
            You have {credits} generation {credits === 1 ? 'credit' : 'credits'}
          </b>
          Click to get more credits
        </span>
      )}
    </span>
  )
}
