import type { Variable } from '#features/variables/contract.ts'
import { plural, t } from '#lib/texts.ts'
import { cutText } from '#lib/well-formed.ts'
import type { SplitFile } from './front-matter-rules.ts'

/** The maximum number of notes about one file. */
const notesMax = 20

/** A file that is being imported as one prompt, with the notes about it. */
export type PromptSource = Pick<SplitFile, 'frontMatter' | 'keyLines' | 'body'> & {
  /** Returns the line of the file for an offset in `body`. */
  lineAt: (offset: number) => number
  notes: Notes
}

/** A prompt from a file in another format: its content in our syntax, and how the file describes its blanks. */
export type ForeignPrompt = {
  content: string
  variables?: Variable[]
  /** Other fields of the imported record, such as `credit`. */
  fields?: Record<string, unknown>
  /** The front matter keys that are imported besides those of every format. Other keys get a note. */
  importedKeys?: readonly string[]
}

/** What to say about a line of a text. Lines are counted from 1. */
export type LineNote = { line: number; sentence: string }

/** The notes about a file, each with its line, sorted by line. Those beyond `notesMax` are only counted. */
export class Notes {
  private readonly lines = new Map<string, number>()

  /** Adds a note. `line` is the number of a line of the file, counted from 1. */
  add(line: number, sentence: string) {
    this.lines.set(t('Line {line}: {sentence}', { line, sentence }), line)
  }

  /** Adds notes whose lines are counted in a text that begins on `firstLine` of the file. */
  addOfText(firstLine: number, notes: LineNote[]) {
    for (const { line, sentence } of notes) this.add(firstLine + line - 1, sentence)
  }

  list(): string[] {
    const sorted = [...this.lines].toSorted(([, a], [, b]) => a - b).map(([note]) => note)
    const rest = sorted.length - notesMax
    return rest > 0
      ? [...sorted.slice(0, notesMax), plural(rest, 'And {count} more note.', 'And {count} more notes.')]
      : sorted
  }
}

/** Returns a function that finds the line of an offset in a text. `firstLine` is the line on which the text begins. */
export function lineFinder(text: string, firstLine: number): (offset: number) => number {
  let ends: number[] | undefined
  return (offset) => {
    ends ??= endsOf(text)
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return firstLine + low
  }
}

function endsOf(text: string): number[] {
  const ends: number[] = []
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) ends.push(end)
  return ends
}

/** Shortens markup of another format to one line, so that a note can quote it. */
export function quoteMarkup(markup: string): string {
  const plain = markup.replace(/\s+/g, ' ').trim()
  return plain.length > 60 ? `${cutText(plain, 59)}…` : plain
}
