import { privateHead } from '#features/site/web/page-meta.ts'

/**
 * The head of a page whose address contains a secret. It keeps browsers from sending the address to other sites as the
 * referrer.
 */
export function secretHead(title: string) {
  const { meta, links } = privateHead(title, 'auth')
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links }
}
