import type { PromptCard } from '#features/catalogue/contract.ts'
import { publicationTime } from '#features/catalogue/rules.ts'
import type { CollectionItem } from '#features/collections/contract.ts'
import { pathOfTarget } from '#features/collections/rules.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { feedQuery } from '#features/views/source-rules.ts'
import { fileInLanguage, pathInLanguage } from '#lib/language.ts'
import { element, escapeXml, xmlHead } from './write-xml.ts'

export type Feed = {
  title: string
  /** The paths of the feed and of the page to which it belongs. */
  path: string
  page: string
  /** The author of entries that have no author of their own. */
  author?: string
  entries: FeedEntry[]
}

export type FeedEntry = {
  id: string
  title: string
  /** The path of the entry's page. For prompts, it ends with `feedQuery`, which marks a view as coming from a feed. */
  path: string
  published: string
  updated: string
  author: string | null
  credit: string | null
  /** The Atom categories: names of categories and tags. */
  terms: string[]
  summary: string
}

/** The date of a feed without entries. */
const noEntriesDate = '1970-01-01T00:00:00.000Z'

/**
 * Returns an Atom 1.0 feed (RFC 4287) of entries in the given order. The ids of entries don't depend on the site's
 * address.
 */
export function writeFeed({ title, path, page, author, entries }: Feed, origin: string): string {
  const updated = entries.reduce((latest, entry) => (entry.updated > latest ? entry.updated : latest), noEntriesDate)
  const address = origin + fileInLanguage(path)
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom">
${element('title', title)}${element('id', address)}${element('updated', updated)}<link rel="self" type="application/atom+xml" href="${escapeXml(address)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + pathInLanguage(page))}"/>
${author === undefined ? '' : writeAuthor(author, origin)}${entries.map((entry) => writeEntry(entry, origin)).join('')}</feed>
`
}

/**
 * Returns an Atom 1.0 feed of the notifications of a member (`id`), newest first. It doesn't contain its own address,
 * which is a secret.
 */
export function writeNotificationFeed(
  { siteName, id, items }: { siteName: string; id: string; items: Notification[] },
  origin: string,
): string {
  const updated = items[0]?.createdAt ?? noEntriesDate
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom">
${element('title', `Notifications | ${siteName}`)}${element('id', `urn:uuid:${id}`)}${element('updated', updated)}<author>${element('name', siteName)}</author>
<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/notifications`)}"/>
${items.map((item) => writeNotification(item, origin)).join('')}</feed>
`
}

function writeNotification({ id, text, title, path, createdAt }: Notification, origin: string): string {
  return `<entry>
${element('title', title === null ? text : `${text}: ${title}`)}${element('id', `urn:uuid:${id}`)}<link rel="alternate" type="text/html" href="${escapeXml(origin + linkOf(path))}"/>
${element('updated', createdAt)}</entry>
`
}

/** Returns the path that a notification opens. */
function linkOf(path: string | null): string {
  if (path === null) return '/notifications'
  return /^\/prompt\/[^/?#]+$/.test(path) ? path + feedQuery : path
}

/** Returns a prompt as an entry. A draft can be published long after its last edit. */
export function promptEntry(prompt: PromptCard): FeedEntry {
  const { id, slug, title, description, excerpt, category, tags, user, credit, updatedAt } = prompt
  const published = publicationTime(prompt)
  return {
    ...{
      id,
      title,
      path: `/prompt/${slug}${feedQuery}`,
      published,
      updated: updatedAt > published ? updatedAt : published,
      credit,
    },
    author: user.username,
    terms: [category.name, ...tags],
    summary: description || withoutBraces(excerpt),
  }
}

/**
 * Returns an item of a collection as an entry, with its note. Returns null if its target (a prompt, tool or comparison)
 * isn't public.
 */
export function itemEntry({ id, kind, note, addedAt, target }: CollectionItem): FeedEntry | null {
  if (!target) return null
  const { title, slug, credit, category, user, text } = target
  return {
    ...{
      id,
      title,
      path: pathOfTarget(kind, slug) + (kind === 'prompt' ? feedQuery : ''),
      published: addedAt,
      updated: addedAt,
      credit,
    },
    author: user?.username ?? null,
    terms: category ? [category.name] : [],
    summary: note || text,
  }
}

function writeAuthor(username: string, origin: string): string {
  const address = origin + pathInLanguage(`/user/${encodeURIComponent(username)}`)
  return `<author>${element('name', username)}${element('uri', address)}</author>\n`
}

function writeEntry(entry: FeedEntry, origin: string): string {
  const { id, title, path, published, updated, author, credit, summary } = entry
  // The credit isn't an Atom author, because nobody has verified that the credited person is the member of that name.
  const rights = credit ? element('rights', `Credit: ${credit}`) : ''
  const terms = entry.terms.map((term) => `<category term="${escapeXml(term)}"/>\n`).join('')
  return `<entry>
${element('title', title)}${element('id', `urn:uuid:${id}`)}<link rel="alternate" type="text/html" href="${escapeXml(origin + pathInLanguage(path))}"/>
${element('published', published)}${element('updated', updated)}${author === null ? '' : writeAuthor(author, origin)}${rights}${terms}${element('summary', summary)}</entry>
`
}
