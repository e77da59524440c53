import { useEffect } from 'react'

declare global {
  interface Window {
    /** Stops the recording of clicks by public/early.js, and returns the buttons that were clicked so far. */
    takeEarlyPresses?: () => HTMLElement[]
  }
}

/** Repeats clicks from before hydration, so that nobody has to click twice on a slow device or network. */
export function useEarlyPresses(): void {
  useEffect(() => {
    const keys = window.takeEarlyPresses?.() ?? []
    // Deferred, because React hydrates a clicked part at once only outside of its own work.
    setTimeout(() => {
      for (const key of keys) if (key.isConnected) key.click()
    })
  }, [])
}
