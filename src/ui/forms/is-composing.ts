/**
 * Tells whether a key belongs to an input method, such as the Enter that confirms Japanese text. Safari reports that
 * Enter after the composition has ended, but with key code 229 (WebKit bug 165004).
 */
export function isComposing(event: { isComposing: boolean; keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229
}
