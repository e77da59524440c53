import { t } from '#lib/texts.ts'
import { BrokenFile, recordMax } from './record-rules.ts'

/**
 * A record of a CSV file. `line` is the line of the file on which it begins, counted from 1. `problem` is a sentence
 * that says why it is invalid, or null.
 */
export type CsvRecord = { line: number; fields: string[]; problem: string | null }

/**
 * Splits CSV (RFC 4180; LF or CRLF; chunks of any size; `delimiter` is one character) into records, and skips blank
 * lines. csv-parse isn't used, because it counts a CRLF in a field as two lines. Text after a closing quote makes only
 * its record invalid (`problem`). Throws BrokenFile if a field is longer than `recordMax` or a quote is never closed.
 */
export async function* readCsv(chunks: AsyncIterable<string>, delimiter = ','): AsyncGenerator<CsvRecord> {
  const splitter = new CsvSplitter(delimiter)
  for await (const chunk of chunks) yield* splitter.push(chunk)
  yield* splitter.end()
}

/** Where the splitter is: at the start of a field, in a plain or quoted field, or after a quote that may close it. */
type State = 'start' | 'plain' | 'quoted' | 'closing'

class CsvSplitter {
  private state: State = 'start'
  private line = 1
  private recordLine = 1
  private quoteLine = 1
  private fields: string[] = []
  private field = ''
  private problem: string | null = null
  private readonly delimiter: string
  private readonly plainEnd: RegExp

  constructor(delimiter: string) {
    this.delimiter = delimiter
    this.plainEnd = new RegExp(`[${delimiter}\n]`, 'g')
  }

  *push(chunk: string): Generator<CsvRecord> {
    let at = 0
    while (at < chunk.length) {
      if (this.state === 'quoted') {
        at = this.readQuoted(chunk, at)
        continue
      }
      const character = chunk[at]
      if (character === '"' && this.state !== 'plain') {
        at++
        this.readQuote()
      } else if (character === this.delimiter) {
        at++
        this.endField()
      } else if (character === '\n') {
        at++
        yield* this.endRecord()
        this.line++
        this.recordLine = this.line
      } else {
        at = this.readPlain(chunk, at)
      }
    }
  }

  *end(): Generator<CsvRecord> {
    if (this.state === 'quoted') throw this.neverClosedError()
    yield* this.endRecord()
  }

  private readQuoted(chunk: string, from: number): number {
    const quote = chunk.indexOf('"', from)
    const to = quote === -1 ? chunk.length : quote
    const text = chunk.slice(from, to)
    this.field += text
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.line++
    if (this.field.length > recordMax) throw this.tooLongError()
    if (quote === -1) return to
    this.state = 'closing'
    return quote + 1
  }

  private readQuote() {
    if (this.state === 'closing') this.field += '"'
    else this.quoteLine = this.line
    this.state = 'quoted'
  }

  private readPlain(chunk: string, from: number): number {
    this.plainEnd.lastIndex = from
    const to = this.plainEnd.exec(chunk)?.index ?? chunk.length
    const text = chunk.slice(from, to)
    // The CR of a CRLF may end one chunk, and its LF may begin the next.
    if (this.state === 'closing' && text === '\r') return to
    if (this.state === 'closing')
      this.problem ??= t('There is text after the closing quote of field {value}.', { value: this.fields.length + 1 })
    this.state = 'plain'
    this.field += text
    if (this.field.length > recordMax)
      throw new BrokenFile(t('Line {line} is too long to be a prompt.', { line: this.line }))
    return to
  }

  private endField() {
    this.fields.push(this.field)
    this.field = ''
    this.state = 'start'
  }

  private *endRecord(): Generator<CsvRecord> {
    if (this.state === 'plain' && this.field.endsWith('\r')) this.field = this.field.slice(0, -1)
    const isBlank = this.fields.length === 0 && this.field === '' && this.state !== 'closing'
    this.endField()
    const record = { line: this.recordLine, fields: this.fields, problem: this.problem }
    this.fields = []
    this.problem = null
    if (!isBlank) yield record
  }

  private tooLongError(): BrokenFile {
    return new BrokenFile(
      t('The field whose quote opens on line {quoteLine} is too long. Is the quote closed?', {
        quoteLine: this.quoteLine,
      }),
    )
  }

  private neverClosedError(): BrokenFile {
    return new BrokenFile(t('The quote that opens on line {quoteLine} is never closed.', { quoteLine: this.quoteLine }))
  }
}
