import { useEffect } from 'react'

declare global {
  interface Window {
    /** Ends the keeping of presses that public/early.js began, and gives the keys that were pressed so far. */
    takeEarlyPresses?: () => HTMLElement[]
  }
}

/** Presses again, once the page is alive, what was pressed before: a slow device or network makes nobody press twice. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const keys = window.takeEarlyPresses?.() ?? []
    // After this effect: only outside of its own work can React hydrate at once the part that is pressed.
    setTimeout(() => {
      for (const key of keys) if (key.isConnected) key.click()
    })
  }, [])
}
