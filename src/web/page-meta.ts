import { siteFacts } from './site-facts.ts'

/** The version tag of spec section 9. */
const appVersion = '1.0'

type PageMeta = {
  /** Without the site's name; null on the home page. */
  title: string | null
  description: string
  /** The page's own address, without what doesn't change it. */
  path: string
  /** Search results and errors are not for search engines. */
  noIndex?: boolean
}

/** The head of a page: title with the site's name, description, its own canonical address. */
export function pageHead({ title, description, path, noIndex }: PageMeta) {
  const { name, origin } = siteFacts()
  return {
    meta: [
      { title: pageTitle(title) },
      { name: 'description', content: description },
      { name: 'application-name', content: name },
      { name: 'version', content: appVersion },
      ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
    ],
    links: origin && !noIndex ? [{ rel: 'canonical', href: new URL(path, origin).href }] : [],
  }
}

/** "{page} | {SITE_NAME}" (contract "Operator"). */
export function pageTitle(title: string | null): string {
  const { name } = siteFacts()
  return title === null ? `${name}: prompts to fill in, test and keep` : `${title} | ${name}`
}

/** The head of a route's page, or of the 404 page where its loader found nothing. */
export function headOf(match: { status: string }, meta: PageMeta) {
  return match.status === 'notFound' ? notFoundHead() : pageHead(meta)
}

/** The head of a page that is not there. */
export function notFoundHead() {
  return pageHead({
    title: 'Page Not Found',
    description: 'There is no page at this address.',
    path: '/',
    noIndex: true,
  })
}
