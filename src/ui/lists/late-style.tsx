/**
 * Loads the style sheet of a late section (late-section.tsx). `href`: the address that a `?url` import returns. The
 * server's document contains it, so the section has its styles without scripts and before its code has loaded.
 */
export function LateStyle({ href }: { href: string }) {
  // In unit tests, `?url` imports of style sheets are empty.
  return href === '' ? null : <link rel="stylesheet" href={href} precedence="late" />
}
