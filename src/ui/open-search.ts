import { findVisible } from './find-visible.ts'
import { isComposing } from './is-composing.ts'

/** The attribute of the input that holds what is typed until the search field is there. */
export const heldTyping = 'data-held-typing'

/**
 * Moves the focus to the search field of the page. If there is none, opens the search page; until its field is there,
 * an invisible input takes what is typed, and then passes it on.
 */
export function openSearch(): void {
  const field = findField()
  const link = findVisible('[data-key="search-page"]')[0]
  if (field) field.focus()
  else if (link) {
    const input = createInput()
    link.click()
    passOnTyping(input)
  }
}

/** Does the same for a `/` that was pressed before the page's scripts ran, when late-scripts.ts added the input. */
export function continueEarlySearch(): void {
  const input = document.querySelector<HTMLInputElement>(`input[${heldTyping}]`)
  if (!input) return
  if (!findField()) findVisible('[data-key="search-page"]')[0]?.click()
  passOnTyping(input)
}

/** Moves the text of the input and the focus to the search field as soon as it is there. */
function passOnTyping(input: HTMLInputElement): void {
  let isSubmitted = false
  let isInComposition = false
  input.addEventListener('keydown', (event) => {
    isInComposition = isComposing(event)
    if (event.key === 'Escape') input.blur()
    if (event.key === 'Enter' && !isInComposition) isSubmitted = true
  })
  input.addEventListener('compositionend', () => {
    isInComposition = false
  })
  const tryToPassOn = () => {
    const field = findField()
    // The reader may have gone on to something else in the meantime.
    if (document.activeElement !== input) input.remove()
    else if (!field || isInComposition) requestAnimationFrame(tryToPassOn)
    else {
      field.focus()
      field.value += input.value
      input.remove()
      field.dispatchEvent(new Event('input', { bubbles: true }))
      if (isSubmitted) field.form?.requestSubmit()
    }
  }
  tryToPassOn()
}

function findField(): HTMLInputElement | undefined {
  return findVisible('[data-key="search"]').find((element) => element instanceof HTMLInputElement)
}

function createInput(): HTMLInputElement {
  const input = document.createElement('input')
  input.className = 'sr-only'
  input.ariaLabel = 'Search'
  input.setAttribute(heldTyping, '')
  document.body.append(input)
  input.focus()
  return input
}
