/** The longest bio and link, in characters. */
export const profileMax = { bio: 300, link: 200 } as const

/** Characters that are invisible or change the direction of text, except line breaks. */
const invisible = /(?!\n)\p{Cc}|[\u200B\u2028\u2029\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** A bio as it is stored: without invisible characters, spaces at its ends, and more than one empty line. */
export function cleanBio(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(invisible, '')
    .toWellFormed()
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

const linkHelp = 'Use a whole address that begins with https://, such as https://example.org'

/**
 * Reads a link: its address as it is stored, null for an empty one, or a sentence that says what is wrong. It is https,
 * names a host in the public internet, and hides nothing: no user name, no port, no invisible characters.
 */
export function readLink(text: string): { link: string | null } | { refusal: string } {
  const given = text.trim()
  if (given === '') return { link: null }
  if (given.length > profileMax.link) return { refusal: `Use at most ${profileMax.link} characters` }
  if (!/^https:\/\//i.test(given) || given.replace(invisible, '') !== given || /\s/.test(given))
    return { refusal: linkHelp }
  const url = URL.parse(given)
  if (!url || url.username || url.password || url.port || !isPublicName(url.hostname)) return { refusal: linkHelp }
  return url.href.length > profileMax.link ? { refusal: 'Use a shorter address' } : { link: url.href }
}

/** A name with a dot and a top level of letters: no IP address, no name in somebody's own network. */
function isPublicName(host: string): boolean {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.(?!local$|localhost$|internal$|lan$|home$|test$|invalid$)(xn--[a-z0-9-]+|[a-z]{2,})$/.test(
    host,
  )
}

/** How a link is shown: its host and path, without what every link has. */
export function linkText(link: string): string {
  return link.replace(/^https:\/\/(www\.)?/, '').replace(/\/$/, '')
}
