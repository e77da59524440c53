/** Returns the blanks of a worksheet's text, from first to last: text that is typed in place, and controls. */
export function blanksIn(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.worksheet-text [data-name]')]
}

/** Tells whether a blank is text that is typed in place, and not a control such as a select. */
export function isTyped(blank: EventTarget | null): boolean {
  return blank instanceof HTMLElement && blank.role === 'textbox' && blank.dataset.name !== undefined
}

/** Tells whether a blank has no value. */
export function isEmpty(blank: HTMLElement): boolean {
  return isTyped(blank) ? blank.textContent === '' : !('filled' in blank.dataset)
}

/**
 * Focuses the blank called `name` within `root`, or the first empty blank if no name is given, and scrolls it to the
 * middle of the window.
 */
export function focusBlank(root: ParentNode, name?: string): void {
  const blank = blanksIn(root).find((element) =>
    name === undefined ? isEmpty(element) : element.dataset.name === name,
  )
  blank?.focus()
  blank?.scrollIntoView({ block: 'center' })
}
