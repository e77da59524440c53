/**
 * Finds the visible elements that match a selector. Elements that shortcuts act on have the attribute `data-key` or, in
 * lists, `data-list-item`.
 */
export function findVisible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
}
