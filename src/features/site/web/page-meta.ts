import { absolute, siteFacts } from '#client/site-facts.ts'
import { appVersion } from '#lib/app-version.ts'
import { fileInLanguage, pathInLanguage } from '#lib/language.ts'
import { msg, t, translate } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { PageMeta, PageType } from './page-facts.ts'
import { robotLinks, robotTags } from './robot-tags.ts'

/** Selects the tags that only robots read: JSON-LD, Open Graph, Twitter card, keywords, oEmbed and other languages (`robot-tags.ts`). */
export const robotTagsSelector =
  'head > script[type="application/ld+json"], head > meta[property], head > meta[name^="twitter:"], head > meta[name="keywords"], head > link[type="application/json+oembed"], head > link[hreflang]'

/**
 * The head of a page: its title with the name of the site, description and, without `noIndex`, canonical address and
 * feed. The server also adds the tags that only robots read. Browsers never load the code that creates those tags.
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
    links: meta.noIndex
      ? []
      : [
          { rel: 'canonical', href: absolute(pathInLanguage(meta.path)) },
          feedOf(meta),
          ...(import.meta.env.SSR ? robotLinks(meta) : []),
        ],
  }
}

/** The title of a page in the browser: “{page} | {SITE_NAME}”. */
export function pageTitle(title: string): string {
  return `${title} | ${siteFacts().name}`
}

/**
 * The head of a route's page, or that of the 404 page if the loader found nothing. `meta` is null if the loader failed;
 * the title is then only the name of the site.
 */
export function headOf(match: { status: string }, meta: PageMeta | null) {
  if (match.status === 'notFound') return notFoundHead()
  return meta ? pageHead(meta) : { meta: [], links: [] }
}

/** The head of a private page, which search engines must not index. */
export function privateHead(title: string, type: PageType = 'general') {
  return pageHead({ type, title, description: `${title}.`, path: '/', noIndex: true, noPreview: true })
}

/** The head of a page of the admin area. */
export function adminHead(title: string) {
  return privateHead(t('{title} · Admin', { title }))
}

export const notFoundTitle = msg('Page Not Found')

/** The head of the 404 page. */
export function notFoundHead() {
  return pageHead({
    type: 'general',
    title: translate(notFoundTitle),
    description: t('There is no page at this address.'),
    path: '/',
    noIndex: true,
    noPreview: true,
  })
}

/**
 * The feed of a page that search engines may index. Categories, users and collections have a feed of their own. All
 * others have the feed of the newest prompts.
 */
function feedOf({ type, path, title }: PageMeta) {
  const hasOwnFeed = type === 'category' || type === 'user_profile' || type === 'collection'
  return {
    rel: 'alternate',
    type: 'application/atom+xml',
    title: hasOwnFeed ? pageTitle(title) : pageTitle(t('Newest prompts')),
    href: fileInLanguage(hasOwnFeed ? `${path}/feed.xml` : '/feed.xml'),
  }
}

/**
 * Puts a text on one line and limits its length. Search engines show about 160 characters, so twice as many are enough.
 */
function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 320 ? `${cutText(line, 319)}…` : line
}
