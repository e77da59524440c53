import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { navigationFocus } from './navigation-focus.ts'

/** What is quicker than this, in ms, needs no word. */
const patienceMs = 100

/** Whether the page that was asked for is still on its way, and has been for a moment. */
export function useSlowNavigation(): boolean {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' })
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setSlow, patienceMs, isPending)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && isSlow
}

/** Says that a page is on its way, for who can't see the stripe of a busy page (frame.css), and what came of it. */
export function NavigationStatus({ isSlow }: { isSlow: boolean }) {
  const router = useRouter()
  const [opened, say] = useState('')
  useEffect(() => navigationFocus(router, say), [router])
  return (
    <p role="status" className="sr-only">
      {isSlow ? 'Loading' : opened}
    </p>
  )
}
