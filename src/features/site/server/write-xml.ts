/**
 * Matches characters that XML 1.0 can't contain even if escaped: control characters below U+0020 other than tab and
 * line breaks, unpaired surrogates, U+FFFE and U+FFFF.
 */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }

/** Escapes a text for an element or an attribute, and removes characters that XML can't contain. */
export function escapeXml(text: string): string {
  return text.replace(unwritable, '').replace(/[&<>"']/g, (character) => escapes[character] ?? '')
}

/** Returns an XML element that contains a text, on its own line. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>\n`
}

export const xmlHead = '<?xml version="1.0" encoding="utf-8"?>\n'

export const xmlType = { 'Content-Type': 'application/xml; charset=utf-8' }
