import { useEffect } from 'react'
import { creditWords } from '#features/credits/rules.ts'
import { refreshCredits, useCredits } from './credit-store.ts'

/** The menu has been open for this long when it asks for the credits, in ms. */
export const menuRefreshMs = 300

/** The credit count of the user menu. Opening the menu asks for it anew. */
export function MenuCredits({ isOpen }: { isOpen: boolean }) {
  const { credits, isUpdating } = useCredits()
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(() => {
      refreshCredits({ forced: true }).catch((error: unknown) => console.warn('The credits could not be read.', error))
    }, menuRefreshMs)
    return () => clearTimeout(timer)
  }, [isOpen])
  const text = credits === null ? 'Loading credits...' : isUpdating ? 'Updating credits...' : creditWords(credits)
  return (
    <span className="mt-1 flex items-center gap-2 text-small tabular-nums">
      <span className="credit-coin" />
      {text}
    </span>
  )
}
