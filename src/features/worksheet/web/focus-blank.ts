/** Moves the focus to a blank of this name, or else to the first empty one. Brings it to the middle of the window. */
export function focusBlank(root: ParentNode, name?: string): void {
  const blanks = [...root.querySelectorAll<HTMLElement>('.worksheet-text .blank')]
  const blank = blanks.find((element) =>
    name === undefined ? element.textContent === '' : element.dataset.name === name,
  )
  blank?.focus()
  blank?.scrollIntoView({ block: 'center' })
}
