import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'

/** The maximum lengths of a bio and a link, in characters, and how many links and pinned prompts a profile has. */
export const profileMax = { bio: 300, link: 200, links: 4, pins: 3 } as const
/** How old an account is before others see the links of its profile, in days. Most accounts made for links end sooner. */
export const linkDays = 7

/** Matches control characters except line breaks, and others that are invisible or change the direction of text. */
const invisible = /(?!\n)\p{Cc}|[\u200B\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Cleans a bio: removes `invisible` characters, surrounding spaces and repeated empty lines. */
export function cleanBio(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(invisible, '')
    .toWellFormed()
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const linkHelp = () => t('Use a full address that begins with https://, such as https://example.org')

/**
 * Parses a link. Returns the URL to store, null for an empty string, or an error message. A link is a web
 * address that uses https and has a public host and no port.
 */
export function parseLink(text: string): { link: string | null } | { refusal: string } {
  const address = text.trim()
  if (address === '') return { link: null }
  if (address.length > profileMax.link)
    return { refusal: t('Use at most {link} characters', { link: profileMax.link }) }
  const url = /^https:\/\//i.test(address) ? parseWebAddress(address) : null
  if (!url || url.port || !isPublicHost(url.hostname)) return { refusal: linkHelp() }
  return url.href.length > profileMax.link ? { refusal: t('Use a shorter address') } : { link: url.href }
}

/**
 * Parses links, each on a line of its own. Returns the URLs to store, each once, or an error message.
 */
export function parseLinks(text: string): { links: string[] } | { refusal: string } {
  const links: string[] = []
  // No more lines are read than could be stored.
  for (const line of text.split('\n', 10 * profileMax.links)) {
    const result = parseLink(line)
    if ('refusal' in result) return result
    if (result.link && !links.includes(result.link)) links.push(result.link)
  }
  return links.length > profileMax.links
    ? { refusal: t('Use at most {links} links', { links: profileMax.links }) }
    : { links }
}

/**
 * Tells whether a host has a dot and a public top-level domain. Excludes IP addresses and names in private networks.
 */
function isPublicHost(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(?!local$|localhost$|internal$|lan$|home$|test$|invalid$)(xn--[a-z0-9-]+|[a-z]{2,})$/.test(
    host,
  )
}

/** Returns the text of a link on a page: its host and path, without `https://`, `www.` and the slash at its end. */
export function linkLabel(link: string): string {
  return link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
}
