import type { PromptCard } from '#features/catalogue/contract.ts'
import type { Notification } from '#features/notifications/contract.ts'
import { withoutBraces } from '#features/variables/variable-rules.ts'
import { element, escapeXml, xmlHead } from './write-xml.ts'

export type Feed = {
  title: string
  /** The paths of the feed and of the page that it belongs to. */
  path: string
  page: string
  prompts: PromptCard[]
}

/** The date of a feed without entries. */
const noEntriesDate = '1970-01-01T00:00:00.000Z'

/** An Atom 1.0 feed (RFC 4287) of prompts, newest first. Ids don't depend on the site's address. */
export function writeFeed({ title, path, page, prompts }: Feed, origin: string): string {
  const updated = prompts.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), noEntriesDate)
  return `${xmlHead}<feed xmlns="http://www.w3.org/2005/Atom">
${element('title', title)}${element('id', origin + path)}${element('updated', updated)}<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>
${prompts.map((prompt) => writeEntry(prompt, origin)).join('')}</feed>
`
}

/**
 * An Atom 1.0 feed of a member's notifications (`id`: the member's), newest first. It doesn't name its own address, which
 * is a secret.
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
${element('title', title === null ? text : `${text}: ${title}`)}${element('id', `urn:uuid:${id}`)}<link rel="alternate" type="text/html" href="${escapeXml(origin + (path ?? '/notifications'))}"/>
${element('updated', createdAt)}</entry>
`
}

function writeEntry(prompt: PromptCard, origin: string): string {
  const { id, slug, title, description, excerpt, category, tags, user, credit } = prompt
  const author = element('name', user.username) + element('uri', `${origin}/user/${encodeURIComponent(user.username)}`)
  // Not an Atom author: a credit is not verified to be the member of that name.
  const rights = credit ? element('rights', `Credit: ${credit}`) : ''
  const terms = [category.name, ...tags].map((term) => `<category term="${escapeXml(term)}"/>\n`).join('')
  return `<entry>
${element('title', title)}${element('id', `urn:uuid:${id}`)}<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/prompt/${slug}`)}"/>
${element('published', prompt.createdAt)}${element('updated', prompt.updatedAt)}<author>${author}</author>
${rights}${terms}${element('summary', description || withoutBraces(excerpt))}</entry>
`
}
