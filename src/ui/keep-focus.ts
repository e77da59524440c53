/**
 * A ref callback for a button that disappears when it is used, such as one that deletes its row. If it is focused then,
 * the focus moves to the same button of the next row, of the previous one, or else to the heading above.
 */
export function keepFocus(button: HTMLElement | null) {
  if (!button) return
  button.dataset.removes = ''
  // React calls this right before it removes the button.
  return () => {
    if (document.activeElement !== button) return
    const list = button.closest('ul, ol, tbody')
    const buttons = Array.from(list?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])
    const index = buttons.indexOf(button)
    const neighbor = buttons[index + 1] ?? buttons[index - 1]
    if (neighbor) return neighbor.focus()
    const area = button.closest<HTMLElement>('section, dialog, main')
    const heading = area?.querySelector<HTMLElement>('h1, h2') ?? area
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
}
