/** Focuses the blank of this name, or without a name the first empty one, and scrolls it to the middle. */
export function focusBlank(root: ParentNode, name?: string): void {
  const blanks = [...root.querySelectorAll<HTMLElement>('.worksheet-text .blank')]
  const blank = blanks.find((element) =>
    name === undefined ? element.textContent === '' : element.dataset.name === name,
  )
  blank?.focus()
  blank?.scrollIntoView({ block: 'center' })
}
