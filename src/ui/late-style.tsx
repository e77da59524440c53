/**
 * The style sheet of a late section (the address of a `?url` import): named in the server's document, so that the section looks
 * right without scripts and before its code has arrived.
 */
export function LateStyle({ href }: { href: string }) {
  // Unit tests have no style sheets.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
