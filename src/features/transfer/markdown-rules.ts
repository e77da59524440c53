/** A front matter stands at the very start, between two lines of three hyphens. */
const opening = /^\ufeff?---[ \t]*\r?\n/
const closing = /^---[ \t]*(?:\r?\n|$(?![\s\S]))/m
const pair = /^([A-Za-z_][\w-]*):(?:[ \t]+([\s\S]*))?$/
const item = /^[ \t]*-[ \t]+([\s\S]*)$/
const heading = /^#[ \t]+(.+?)[ \t#]*$/m

/** Writes a Markdown file: `frontMatter` as front matter, one per line as JSON (which is valid YAML), then the text. */
export function toMarkdown(frontMatter: Record<string, unknown>, text: string): string {
  const lines = Object.entries(frontMatter).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `---\n${lines.join('\n')}\n---\n${text}`
}

/**
 * Reads a Markdown file as the fields of a record: its front matter (plain YAML: strings, lists, folded strings), and
 * its text as `content`. Without a title, the first heading is the title, else the file name without its extension.
 */
export function readMarkdown(text: string, fileName = ''): Record<string, unknown> {
  const { frontMatter, body } = splitMarkdown(text)
  // A text that `toMarkdown` wrote is kept exactly; elsewhere blank lines around the text don't count.
  const content = 'format' in frontMatter ? body : body.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  const title = heading.exec(content.slice(0, headingWithin))?.[1] ?? titleFromFileName(fileName)
  return { title, content, ...frontMatter }
}

/** The first heading counts within this many characters. */
const headingWithin = 2_000

/** The front matter of a file, and the text behind it. */
export function splitMarkdown(text: string): { frontMatter: Record<string, unknown>; body: string } {
  const start = opening.exec(text)?.[0].length
  if (start === undefined) return { frontMatter: {}, body: text.replace(/^\ufeff/, '') }
  const rest = text.slice(start)
  const end = closing.exec(rest)
  if (!end) return { frontMatter: {}, body: text }
  return { frontMatter: readFrontMatter(rest.slice(0, end.index)), body: rest.slice(end.index + end[0].length) }
}

function readFrontMatter(header: string): Record<string, unknown> {
  const frontMatter = new Map<string, unknown>()
  let last = ''
  for (const line of header.split(/\r?\n/)) {
    const [, name, value = ''] = pair.exec(line) ?? []
    if (name !== undefined) {
      last = name
      frontMatter.set(name, readValue(value))
      continue
    }
    const [, listed] = item.exec(line) ?? []
    const before = frontMatter.get(last)
    if (listed !== undefined && (before === '' || Array.isArray(before))) {
      frontMatter.set(last, [...(Array.isArray(before) ? before : []), readValue(listed)])
    } else if (/^[ \t]/.test(line) && typeof before === 'string') {
      // A string over several lines, folded to one.
      frontMatter.set(last, `${before} ${line.trim()}`.trim())
    }
  }
  return Object.fromEntries(frontMatter)
}

function readValue(written: string): unknown {
  const text = written.trim()
  if (/^[|>][-+]?$/.test(text)) return ''
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (/^(?:["[]|(?:true|false|null)$)/.test(text)) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // A list of unquoted words, or a text that begins with a quote.
    }
  }
  if (/^\[.*\]$/.test(text)) return text.slice(1, -1).split(',').map(readValue)
  return text
}

function titleFromFileName(fileName: string): string {
  return (fileName.split('/').pop() ?? '').replace(/\.\w+$/, '').replace(/[-_]+/g, ' ')
}
