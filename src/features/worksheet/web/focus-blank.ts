/** Moves the focus to a blank of this name, or else to the first empty one. Brings it to the middle of the window. */
export function focusBlank(root: ParentNode, name?: string): void {
  const blanks = [...root.querySelectorAll<HTMLElement>('.script .blank')]
  const blank = blanks.find((one) => (name === undefined ? one.textContent === '' : one.dataset.name === name))
  blank?.focus()
  blank?.scrollIntoView({ block: 'center' })
}
