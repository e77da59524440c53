import { privateHead } from '#web/page-meta.ts'

/** The head of a page whose address holds a secret until the browser has read it: no request may carry it further. */
export function secretHead(title: string) {
  const { meta, links } = privateHead(title, 'auth')
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links }
}
