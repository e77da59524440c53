import { t } from '#lib/texts.ts'
import { BrokenFile, recordMax } from './record-rules.ts'

/** A part of a JSON or JSONL file that should be one object. `line` is the line on which it begins, counted from 1. */
export type JsonPiece = { line: number; text: string }

/** Splits a JSONL file into lines, without blank ones. Throws BrokenFile if a line is longer than `recordMax`. */
export async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  let line = 1
  let text = ''
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n')
    for (const [index, piece] of pieces.entries()) {
      text += piece
      if (text.length > recordMax) throw new BrokenFile(t('Line {line} is too long to be one record.', { line }))
      if (index === pieces.length - 1) break
      if (text.trim() !== '') yield { line, text }
      text = ''
      line++
    }
  }
  if (text.trim() !== '') yield { line, text }
}

/**
 * Splits a JSON array into its elements while it streams in. The caller parses the elements, which may be invalid.
 * Throws BrokenFile if the array isn't closed, text precedes or follows it, or an element is longer than `recordMax`.
 */
export async function* readJsonArray(chunks: AsyncIterable<string>): AsyncGenerator<JsonPiece> {
  const splitter = new ArraySplitter()
  for await (const chunk of chunks) yield* splitter.push(chunk)
  splitter.end()
}

class ArraySplitter {
  private line = 1
  private depth = 0
  private isInString = false
  private isEscaped = false
  private hasEnded = false
  /** The text of the current element in earlier chunks. */
  private piece = ''
  /** The line on which the current element begins, or 0 before its first character. */
  private pieceLine = 0;

  *push(chunk: string): Generator<JsonPiece> {
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const character = chunk[at] as string
      if (character === '\n') this.line++
      if (this.isInString) {
        this.readStringCharacter(character)
        continue
      }
      if (this.depth === 1 && (character === ',' || character === ']')) {
        yield* this.endPiece(chunk.slice(from, at), character)
        from = at + 1
      }
      if (this.depth === 0) this.refuseOutside(character)
      if (this.depth === 0 && character === '[') from = at + 1
      else if (this.depth === 1 && this.pieceLine === 0 && !/[\s,\]]/.test(character)) this.pieceLine = this.line
      this.isInString = character === '"'
      if (character === '[' || character === '{') this.depth++
      if (character === ']' || character === '}') this.depth--
      if (this.depth === 0 && character === ']') this.hasEnded = true
    }
    if (this.depth > 0) this.piece += chunk.slice(from)
    if (this.piece.length > recordMax)
      throw new BrokenFile(t('The record that begins on line {pieceLine} is too long.', { pieceLine: this.pieceLine }))
  }

  end() {
    if (this.hasEnded) return
    throw new BrokenFile(
      this.pieceLine === 0
        ? t('The file is cut off: the closing ] of the array is missing.')
        : t('The record that begins on line {line} is cut off: the closing ] of the array is missing.', {
            line: this.pieceLine,
          }),
    )
  }

  private readStringCharacter(character: string) {
    if (this.isEscaped) this.isEscaped = false
    else if (character === '\\') this.isEscaped = true
    else if (character === '"') this.isInString = false
  }

  /** Throws BrokenFile for a character outside the array, except for white space and the opening bracket. */
  private refuseOutside(character: string) {
    if (/\s/.test(character) || (character === '[' && !this.hasEnded)) return
    throw new BrokenFile(
      this.hasEnded
        ? t('Line {line} has text after the end of the array.', { line: this.line })
        : t('Line {line} has text before the start of the array.', { line: this.line }),
    )
  }

  private *endPiece(rest: string, delimiter: string): Generator<JsonPiece> {
    const text = this.piece + rest
    const line = this.pieceLine === 0 ? this.line : this.pieceLine
    this.piece = ''
    this.pieceLine = 0
    // White space in an empty array or after a trailing comma isn't a record.
    if (text.trim() !== '' || delimiter === ',') yield { line, text }
  }
}
