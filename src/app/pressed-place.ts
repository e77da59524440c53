import type { AnyRouter } from '@tanstack/react-router'
import { isSignInPath } from '#features/accounts/web/go-to-sign-in.ts'

/**
 * Where a pressed button is: its name, its position among the toggle buttons of that name, and its distance from the
 * top of the window, in px.
 */
export type PressedPlace = { name: string; index: number; top: number }

/** How long to wait for the button on the page to which the reader returns, in ms. */
const waitMs = 1000

/** Finds where a button is. Returns undefined if the button is no longer on the page. */
export function placeOf(button: HTMLElement | undefined): PressedPlace | undefined {
  if (!button?.isConnected) return undefined
  const name = nameOf(button)
  return { name, index: buttonsNamed(name).indexOf(button), top: button.getBoundingClientRect().top }
}

/** Scrolls to the button and focuses it, on the first page that is shown after the sign-in. */
export function returnToPlace(router: AnyRouter, place: PressedPlace): void {
  if (!isSignInPath(router.state.location.pathname)) {
    showButton(place)
    return
  }
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    if (isSignInPath(toLocation.pathname)) return
    stop()
    showButton(place)
  })
}

/**
 * Scrolls to the button and focuses it once it is on the page. If there are fewer buttons of its name now, takes the
 * first one. Waits for a frame first, because in that frame the router scrolls to the top and the focus moves to the
 * heading.
 */
function showButton({ name, index, top }: PressedPlace, until = Date.now() + waitMs): void {
  requestAnimationFrame(() => {
    const buttons = buttonsNamed(name)
    const button = buttons[index] ?? buttons[0]
    if (button) {
      button.focus({ preventScroll: true })
      window.scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
    } else if (Date.now() < until) showButton({ name, index, top }, until)
  })
}

function buttonsNamed(name: string): HTMLElement[] {
  return Array.from(document.querySelectorAll<HTMLElement>('button[aria-pressed]')).filter(
    (button) => nameOf(button) === name,
  )
}

function nameOf(button: HTMLElement): string {
  return button.ariaLabel ?? button.textContent ?? ''
}

/** Whether stored data is a place. The storage may contain anything. */
export function isPlace(data: unknown): data is PressedPlace {
  const { name, index, top } = Object(data)
  return typeof name === 'string' && Number.isInteger(index) && Number.isFinite(top)
}
