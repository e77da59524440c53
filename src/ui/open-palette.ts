import { t } from '#lib/texts.ts'
import { isComposing } from './forms/is-composing.ts'

/**
 * The attribute of the input that holds what is typed until the palette is there. Its value is `enter` once Enter was
 * pressed in it, which ends the typing. late-scripts.ts adds such an input too, for keys before the page's scripts run.
 */
export const heldTyping = 'data-held-typing'

/** What was typed before the palette was there, and whether Enter followed. */
export type HeldTyping = { text: string; isEntered: boolean }

let show: (() => void) | undefined
/** What had the focus before the palette. */
let focusedBefore: Element | null = null
/** Whether an input method is composing a word in the input. */
let isInComposition = false

/** Asks for the palette. Until its code has loaded, an invisible input takes what is typed. */
export function openPalette(): void {
  if (!show || findInput()) return
  focusedBefore = document.activeElement
  const input = document.createElement('input')
  input.className = 'sr-only'
  input.ariaLabel = t('Search')
  input.setAttribute(heldTyping, '')
  document.body.append(input)
  input.focus()
  listenTo(input)
  show()
}

/**
 * Calls `onOpen` when the palette is asked for: by `openPalette`, by Ctrl+K or ⌘K, or by a key that was pressed before
 * the page's scripts ran. In the open palette, Ctrl+K and ⌘K close it. Returns a function that stops listening.
 */
export function listenForPalette(onOpen: () => void): () => void {
  show = onOpen
  const earlyInput = findInput()
  if (earlyInput) {
    listenTo(earlyInput)
    onOpen()
  }
  const onKey = (event: KeyboardEvent) => {
    if (!isCommandK(event)) return
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (dialog && !dialog.matches('.palette')) return
    event.preventDefault()
    if (dialog) dialog.close()
    else openPalette()
  }
  document.addEventListener('keydown', onKey)
  return () => {
    show = undefined
    document.removeEventListener('keydown', onKey)
  }
}

/** Tells whether a key is ⌘K, or Ctrl+K where that doesn't delete the rest of the line, as it does on a Mac. */
function isCommandK({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isMac = /^Mac/.test(navigator.platform)
  return key.toLowerCase() === 'k' && !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey)
}

/**
 * Passes on what was typed, once no word is being composed, and removes the input. Passes null if the reader has gone on
 * to something else in the meantime. Returns a function that gives up.
 */
export function takeHeldTyping(take: (typed: HeldTyping | null) => void): () => void {
  let frame = 0
  const tryToTake = () => {
    const input = findInput()
    if (input && isInComposition && input === document.activeElement) {
      frame = requestAnimationFrame(tryToTake)
      return
    }
    const isFocused = input === document.activeElement
    const typed = input && isFocused ? { text: input.value, isEntered: wasEntered(input) } : null
    input?.remove()
    take(typed)
  }
  tryToTake()
  return () => cancelAnimationFrame(frame)
}

/** Gives the focus back to what had it before the palette. */
export function restoreFocus(): void {
  if (focusedBefore instanceof HTMLElement) focusedBefore.focus({ preventScroll: true })
  focusedBefore = null
}

function findInput(): HTMLInputElement | null {
  return document.querySelector(`input[${heldTyping}]`)
}

function wasEntered(input: HTMLInputElement): boolean {
  return input.getAttribute(heldTyping) === 'enter'
}

function listenTo(input: HTMLInputElement): void {
  isInComposition = false
  input.addEventListener('keydown', (event) => {
    isInComposition = isComposing(event)
    if (event.key === 'Escape') input.blur()
    if (event.key !== 'Enter' || isInComposition) return
    input.setAttribute(heldTyping, 'enter')
    input.readOnly = true
  })
  input.addEventListener('compositionend', () => {
    isInComposition = false
  })
}
