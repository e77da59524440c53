import { appVersion } from '#lib/app-version.ts'
import type { PageMeta, PageType } from './page-facts.ts'
import { robotTags } from './robot-tags.ts'
import { absolute, siteFacts } from './site-facts.ts'

/** What a page's head has for robots only (robot-tags.ts). */
export const robotTagsSelector =
  'head > script[type="application/ld+json"], head > meta[property], head > meta[name^="twitter:"], head > meta[name="keywords"]'

/**
 * The head of a page: title with the site's name, description, its own canonical address, its feed. On the server also
 * what only robots read; the browser never loads the code for that.
 */
export function pageHead(meta: PageMeta) {
  const { name } = siteFacts()
  const title = pageTitle(meta.title)
  return {
    meta: [
      { title },
      { name: 'description', content: oneLine(meta.description) },
      { name: 'application-name', content: name },
      { name: 'version', content: appVersion },
      ...(meta.noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(import.meta.env.SSR ? robotTags({ ...meta, title, description: oneLine(meta.description) }) : []),
    ],
    links: meta.noIndex ? [] : [{ rel: 'canonical', href: absolute(meta.path) }, feedOf(meta)],
  }
}

/** "{page} | {SITE_NAME}" (contract "Operator"). */
export function pageTitle(title: string): string {
  return `${title} | ${siteFacts().name}`
}

/**
 * The head of a route's page; of the 404 page where its loader found nothing. Where it failed and the page is `null`
 * without its data, the site's name is the title.
 */
export function headOf(match: { status: string }, meta: PageMeta | null) {
  if (match.status === 'notFound') return notFoundHead()
  return meta ? pageHead(meta) : { meta: [], links: [] }
}

/** The head of a page that is one person's: search engines don't keep it. */
export function privateHead(title: string, type: PageType = 'general') {
  return pageHead({ type, title, description: `${title}.`, path: '/', noIndex: true })
}

export const notFoundTitle = 'Page Not Found'

/** The head of a page that is not there. */
export function notFoundHead() {
  return pageHead({
    type: 'general',
    title: notFoundTitle,
    description: 'There is no page at this address.',
    path: '/',
    noIndex: true,
  })
}

/** A category and a person have a feed of their own; everywhere else it is that of the newest prompts. */
function feedOf({ type, path, title }: PageMeta) {
  const own = type === 'category' || type === 'user_profile'
  return {
    rel: 'alternate',
    type: 'application/atom+xml',
    title: own ? pageTitle(title) : pageTitle('Newest prompts'),
    href: own ? `${path}/feed.xml` : '/feed.xml',
  }
}

/** Search engines cut at some 160 characters; twice that keeps the head small and says enough. */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 320 ? `${line.slice(0, 319).replace(/[\ud800-\udbff]$/, '')}…` : line
}
