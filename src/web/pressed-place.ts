import type { AnyRouter } from '@tanstack/react-router'
import { isSignInPath } from '#features/accounts/web/go-to-sign-in.ts'

/** A pressed button: its name, its number among buttons of that name, and its distance from the window's top, in px. */
export type PressedPlace = { name: string; index: number; top: number }

/** The maximum time, in ms, to wait for the button on the page to which a reader returns. */
const waitMs = 1000

/** Where this button is; undefined if it has left the page. */
export function placeOf(button: HTMLElement | undefined): PressedPlace | undefined {
  if (!button?.isConnected) return undefined
  const name = nameOf(button)
  return { name, index: buttonsNamed(name).indexOf(button), top: button.getBoundingClientRect().top }
}

/** Scrolls back to the button, and focuses it, on the first page after the sign-in. */
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

/** Waits for a frame first, in which the router scrolls to the top and the focus moves to the heading. */
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

/** Whether stored data is a place: storage may hold anything. */
export function isPlace(data: unknown): data is PressedPlace {
  const { name, index, top } = Object(data)
  return typeof name === 'string' && Number.isInteger(index) && Number.isFinite(top)
}
