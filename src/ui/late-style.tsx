/**
 * The style sheet of a late section (the address of a `?url` import). It is part of the server's document, so that the
 * section is styled without scripts and before its code has loaded.
 */
export function LateStyle({ href }: { href: string }) {
  // Unit tests have no style sheets.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
