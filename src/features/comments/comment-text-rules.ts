import { parseWebAddress } from '#lib/web-address.ts'

/** A piece of a paragraph. A link shows its URL as it was written. */
export type TextPart = { kind: 'text' | 'code' | 'link'; text: string }
export type TextBlock = { kind: 'paragraph'; parts: TextPart[] } | { kind: 'code'; text: string }

/** The lines that begin and end a block of code (CommonMark 0.31.2, section 4.5). The first one may name a language. */
const opening = /^\s{0,3}`{3,}[^`]*$/
const closing = /^\s{0,3}`{3,}\s*$/
// Matching takes linear time: the pattern for code stops at the next backtick, and the one for links never backtracks.
const codeOrLink = /(`{1,3})([^`\n]+)\1|\bhttps?:\/\/[^\s<>"`]+/gi
/** If a link ends with one of these characters, that character belongs to the sentence and not to the link. */
const sentenceEnds = '.,;:!?\'"»”’…'

/**
 * Parses a comment's plain text: paragraphs, `code`, code blocks between lines of ```, and http and https links.
 * Everything else is text, and only the markers of code are removed.
 */
export function readCommentText(text: string): TextBlock[] {
  const blocks: TextBlock[] = []
  let lines: string[] = []
  let code: string[] | null = null
  const endParagraph = () => {
    if (lines.length > 0) blocks.push({ kind: 'paragraph', parts: readParts(lines.join('\n')) })
    lines = []
  }
  for (const line of text.split('\n')) {
    if ((code ? closing : opening).test(line)) {
      endParagraph()
      if (code) blocks.push({ kind: 'code', text: code.join('\n') })
      code = code ? null : []
    } else if (code) code.push(line)
    else if (line.trim() === '') endParagraph()
    else lines.push(line)
  }
  endParagraph()
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  return blocks
}

function readParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const push = (kind: TextPart['kind'], until: number, value = text.slice(end, until)) => {
    if (value) parts.push({ kind, text: value })
    end = until
  }
  for (const { 0: whole, 2: code, index } of text.matchAll(codeOrLink)) {
    const length = code === undefined ? linkLength(whole) : whole.length
    if (length === 0) continue
    push('text', index)
    if (code === undefined) push('link', index + length)
    else push('code', index + length, code)
  }
  push('text', text.length)
  return parts
}

/**
 * Returns how many characters of a possible URL belong to the link. Returns 0 if it isn't a web address.
 */
function linkLength(candidate: string): number {
  let length = candidate.length
  // How many closing parentheses have their opening one outside of the URL.
  let unopened = candidate.split(')').length - candidate.split('(').length
  for (; length > 0; length--) {
    const last = candidate[length - 1] as string
    if (last === ')' && unopened > 0) unopened--
    else if (!sentenceEnds.includes(last)) break
  }
  return parseWebAddress(candidate.slice(0, length)) ? length : 0
}

/**
 * Returns the host that a link leads to if the link as written doesn't show that host, for example because of look-alike
 * letters. Otherwise returns null.
 */
export function disguisedHost(link: string): string | null {
  const url = parseWebAddress(link)
  return !url || link.toLowerCase().startsWith(`${url.protocol}//${url.hostname}`) ? null : url.hostname
}

/** Matches what people can copy into an address bar, even in places where it doesn't become a link, such as in code. */
const address = /:\/\/\S|\bwww\.\S/i
const invisible = /[\p{Cf}\p{Mn}]/gu

/** Tells whether a text has web addresses, linked or not, even in full-width letters or with invisible characters. */
export function hasLink(text: string): boolean {
  return address.test(text.normalize('NFKC').replace(invisible, ''))
}

/** Matches an email address, and a phone number of nine digits or more. */
const contact = /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}|(?:\+|\b)\d(?:[ ().-]{0,2}\d){8}/i
/** Matches where people meet elsewhere, and a domain without `www.` of the kinds that spam uses most. */
const elsewhere =
  /\b(?:telegram|whats ?app|wechat|snapchat|discord|t\.me|onlyfans)\b|\b[a-z0-9-]{1,63} ?(?:\.|\(dot\)|\[dot\]) ?(?:com|net|shop|store|xyz|top|info|biz|ru|cn|online|site|club|vip|link|click|win|bet|casino|loan)\b/i

/**
 * Tells whether a text has an address, a number or a name at which to reach somebody elsewhere, as most spam without links
 * does. A first comment with one waits, so a mistake costs only time.
 */
export function asksForContact(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '')
  return contact.test(plain) || elsewhere.test(plain)
}

/**
 * Returns a text in lower case, with spaces in place of everything but letters and digits, so that texts can be
 * compared. A text without letters and digits is returned unchanged.
 */
export function comparableText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim() || text
  )
}
