import { contextSeparator, formSeparator, textKey } from '#lib/texts.ts'

/** One text of a catalogue. `forms`: its translations, one unless it is a plural; empty texts aren't translated yet. */
export type Entry = {
  text: string
  other?: string
  context?: string
  forms: string[]
  /** The files that show it. */
  files: string[]
  /** Notes of translators, which stay. */
  notes: string[]
  /** A translation that must be looked at again isn't used. */
  isFuzzy?: boolean
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r' }

/** A catalogue of translations. `header`: what translators' programs say about it. */
export type Catalogue = { header: string; entries: Entry[] }

/** Reads a catalogue in the format of gettext (PO). Throws an error that names the line of anything else. */
export function readCatalogue(file: string): Catalogue {
  const entries: Entry[] = []
  let header = ''
  let entry = emptyEntry()
  let fields = new Map<string, string>()
  let field = ''
  const finish = () => {
    const text = fields.get('msgid')
    if (text === '') header = fields.get('msgstr') ?? ''
    else if (text) {
      const forms = [...fields].filter(([name]) => name.startsWith('msgstr')).map(([, value]) => value)
      entries.push({ ...entry, text, other: fields.get('msgid_plural'), context: fields.get('msgctxt'), forms })
    }
    entry = emptyEntry()
    fields = new Map()
    field = ''
  }
  for (const [index, line] of file
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') finish()
    else if (line.startsWith('#:')) entry.files.push(...line.slice(2).trim().split(/\s+/))
    else if (line.startsWith('#,')) entry.isFuzzy = line.includes('fuzzy')
    else if (line.startsWith('#~')) continue
    else if (line.startsWith('#')) entry.notes.push(line)
    else {
      const [, name, quoted] =
        /^\s*(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"\s*$/.exec(line) ?? []
      if (quoted === undefined || (!name && !field))
        throw new Error(`line ${index + 1} isn’t in the PO format: ${line}`)
      if (name) field = name
      fields.set(field, (name ? '' : (fields.get(field) ?? '')) + readEscapes(quoted))
    }
  }
  finish()
  return { header, entries }
}

const emptyEntry = (): Entry => ({ text: '', forms: [], files: [], notes: [] })

function readEscapes(quoted: string): string {
  return quoted.replace(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
}

function quote(text: string): string {
  return `"${text.replace(/["\\\n\t\r]/g, (character) => `\\${{ '\n': 'n', '\t': 't', '\r': 'r' }[character] ?? character}`)}"`
}

/** Writes a catalogue in the format of gettext (PO), sorted by text, without dates and line numbers. */
export function writeCatalogue({ header, entries }: Catalogue, pluralForms: number): string {
  const headerLines = ['msgid ""', 'msgstr ""', ...(header.match(/[^\n]+\n?/g) ?? []).map(quote)]
  const written = entries
    .toSorted(byText)
    .map((entry) => [
      ...entry.notes,
      ...entry.files.toSorted().map((path) => `#: ${path}`),
      ...(entry.isFuzzy ? ['#, fuzzy'] : []),
      ...(entry.context === undefined ? [] : [`msgctxt ${quote(entry.context)}`]),
      `msgid ${quote(entry.text)}`,
      ...(entry.other === undefined
        ? [`msgstr ${quote(entry.forms[0] ?? '')}`]
        : [
            `msgid_plural ${quote(entry.other)}`,
            ...Array.from({ length: pluralForms }, (_, index) => `msgstr[${index}] ${quote(entry.forms[index] ?? '')}`),
          ]),
    ])
  return `${[headerLines, ...written].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function byText(a: Entry, b: Entry): number {
  const [one, two] = [keyOfEntry(a), keyOfEntry(b)].map((key) => key.replace(contextSeparator, ' ')) as [string, string]
  return one < two ? -1 : one > two ? 1 : 0
}

/** The key of an entry's text (`textKey`). */
export function keyOfEntry({ text, other, context }: Entry): string {
  return textKey(text, { other, context })
}

/** The translations of a catalogue by key. The forms of a plural are joined. */
export function translationsOf({ entries }: Catalogue): Map<string, string> {
  const translated = entries.filter(({ forms, isFuzzy }) => !isFuzzy && forms.length > 0 && forms.every(Boolean))
  return new Map(translated.map((entry) => [keyOfEntry(entry), entry.forms.join(formSeparator)]))
}
