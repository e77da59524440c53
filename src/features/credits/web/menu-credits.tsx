import { useEffect } from 'react'
import { formatCredits } from '#features/credits/rules.ts'
import { t } from '#lib/texts.ts'
import { refreshCredits, useCredits } from './credit-store.ts'

/** How long the menu has to be open before it requests the credits, in ms. */
export const menuRefreshMs = 300

/** Shows the credits in the user menu. Requests them again when the menu opens, after `menuRefreshMs`. */
export function MenuCredits({ isOpen }: { isOpen: boolean }) {
  const { credits, isUpdating } = useCredits()
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => {
      refreshCredits({ forced: true }).catch((error: unknown) =>
        console.warn('The credits could not be loaded.', error),
      )
    }, menuRefreshMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  const text =
    credits === null ? t('Loading credits...') : isUpdating ? t('Updating credits...') : formatCredits(credits)
  return (
    <span className="mt-1 flex items-center gap-2 text-small tabular-nums">
      <span className="credit-coin" />
      {text}
    </span>
  )
}
