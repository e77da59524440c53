/** A ref callback that focuses an element when it appears. */
export function focusOnMount(element: HTMLElement | null) {
  element?.focus()
}
