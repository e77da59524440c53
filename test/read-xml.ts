/** An element. `text` doesn't contain the texts of its children. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const allowedCharacters = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Parses XML as we write it, without comments, CDATA or a doctype. Throws an Error if it isn't well-formed. */
export function readXml(source: string): XmlElement {
  if (!allowedCharacters.test(source)) throw new Error('The text has a character that XML can’t contain.')
  const body = source.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const tagOrText = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy
  let end = 0
  for (const match of body.matchAll(tagOrText)) {
    end = match.index + match[0].length
    const [, closing, name = '', attributes = '', empty, text] = match
    const current = open.at(-1) as XmlElement
    if (text !== undefined) current.text += unescapeXml(text)
    else if (closing) {
      if (current.name !== name || open.length === 1) throw new Error(`</${name}> closes no open element.`)
      open.pop()
    } else {
      const element: XmlElement = { name, attributes: readAttributes(attributes), children: [], text: '' }
      current.children.push(element)
      if (!empty) open.push(element)
    }
  }
  if (end !== body.length) throw new Error(`Not XML at: ${body.slice(end, end + 60)}`)
  if (open.length !== 1 || top.children.length !== 1 || top.text.trim())
    throw new Error('The text isn’t exactly one complete element.')
  return top.children[0] as XmlElement
}

/** Returns the texts of an element's children that have this name. */
export function textsOf(element: XmlElement, name: string): string[] {
  return element.children.filter((child) => child.name === name).map((child) => child.text)
}

function readAttributes(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    unescapeXml(value),
  ])
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error('An attribute occurs twice.')
  return Object.fromEntries(pairs)
}

function unescapeXml(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text.')
  return text.replace(/&([^;]*;?)/g, (whole, name: string) => {
    const character = entities[name.replace(';', '')]
    if (!name.endsWith(';') || character === undefined) throw new Error(`${whole} isn’t an entity.`)
    return character
  })
}
