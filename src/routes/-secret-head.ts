import { privateHead } from '#web/page-meta.ts'

/** The head of a page with a secret in its address. The secret must not be sent to other sites as a referrer. */
export function secretHead(title: string) {
  const { meta, links } = privateHead(title, 'auth')
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links }
}
