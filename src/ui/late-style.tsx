/**
 * Loads the style sheet of a late section. `href`: the address that a `?url` import returns. The server's document
 * contains it, so the section has its styles without scripts and before its code has loaded.
 */
export function LateStyle({ href }: { href: string }) {
  // In unit tests there are no style sheets.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
