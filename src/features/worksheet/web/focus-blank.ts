/**
 * Focuses the blank called `name` within `root`, or the first empty blank if no name is given, and scrolls it to the
 * middle of the window.
 */
export function focusBlank(root: ParentNode, name?: string): void {
  const blanks = [...root.querySelectorAll<HTMLElement>('.worksheet-text .blank')]
  const blank = blanks.find((element) =>
    name === undefined ? element.textContent === '' : element.dataset.name === name,
  )
  blank?.focus()
  blank?.scrollIntoView({ block: 'center' })
}
