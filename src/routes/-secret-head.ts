import { privateHead } from '#web/page-meta.ts'

/** The head of a page with a secret in its address, which no request may send on as its referrer. */
export function secretHead(title: string) {
  const { meta, links } = privateHead(title, 'auth')
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links }
}
