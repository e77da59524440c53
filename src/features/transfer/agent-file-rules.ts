import type { Variable } from '#features/variables/contract.ts'
import { scalarText, variableOf } from './described-input-rules.ts'
import { blankNamer, contentOf, type Piece, piecesOf } from './piece-rules.ts'
import { type ForeignPrompt, lineFinder, type PromptSource, quoteMarkup } from './source-rules.ts'

/**
 * Matches the marker of a command to run: `!` after a code fence, or before code in backticks at a line's start or
 * after a space.
 */
const command = /(?<=^|\s)!(?=`[^`\n]+`)|(?<=^(?:`{3,20}|~{3,20}))!/gm
/** Matches the marker of a file to attach: `@` before a path that has a slash or a file extension. */
const file = /(?<![\w`@./])@(?=(?:~?\/|\.{1,2}\/)?[\w-][\w.-]*(?:\/|\.[A-Za-z]))/g
/** Matches a placeholder for all arguments (`$ARGUMENTS`), or for one argument, by its number or its name. */
const argument = /\$ARGUMENTS(?:\[(\d{1,2})\])?(?!\w)|\$(\d)(?![\w.,]*\d|\w)|\$([A-Za-z_]\w*)/g

/** The front matter keys that are read. They describe the arguments of a command. */
const importedKeys = ['argument-hint', 'arguments'] as const

/**
 * Reads a skill or a slash command of Claude Code. Its arguments become blanks: `$ARGUMENTS`, `$ARGUMENTS[0]` (counted
 * from 0), `$1` (counted from 0 if the text has a `$0`), and names that the file declares. Markers that would run a
 * command or attach a file are removed.
 */
export function readAgentFile(source: PromptSource, isCommand: boolean): ForeignPrompt {
  const { frontMatter } = source
  const declaredNames = listOf(frontMatter.arguments)
  const hint = hintOf(frontMatter['argument-hint'])
  const takesArguments = isCommand || declaredNames.length > 0 || hint !== '' || source.body.includes('$ARGUMENTS')
  const body = withoutActiveMarkup(source)
  if (!takesArguments) return { content: body, importedKeys }
  const argumentNames =
    declaredNames.length > 0 ? declaredNames : [...hint.matchAll(/[[<]([^\][<>]+)[\]>]/g)].map(([, name = '']) => name)
  const firstNumber = /\$0(?!\d)/.test(body) ? 0 : 1
  const nameOf = blankNamer()
  const variables: Variable[] = []
  const positionalName = (index: number) => nameOf(argumentNames[index] ?? `argument ${index + 1}`)
  const pieces = piecesOf(body, argument, ([whole, index, short, named]): Piece | null => {
    if (index !== undefined) return { name: positionalName(Number(index)), default: null }
    if (short !== undefined) return { name: positionalName(Number(short) - firstNumber), default: null }
    if (named !== undefined && whole !== '$ARGUMENTS')
      return declaredNames.includes(named) ? { name: nameOf(named), default: null } : null
    const name = nameOf('arguments')
    if (hint) variables.push(variableOf(name, { description: hint }).variable)
    return { name, default: null }
  })
  return { content: isCommand ? contentOf(pieces) : skillContent(pieces), variables, importedKeys }
}

/** Reads a Cursor rule (`.mdc`), which has only text and no inputs. */
export function readCursorFile(source: PromptSource): ForeignPrompt {
  const text = withoutActiveMarkup(source)
  for (const { 0: link, index } of source.body.matchAll(/\]\(mdc:[^)\n]{0,300}\)/g))
    source.notes.add(
      source.lineAt(index),
      `${quoteMarkup(link.slice(2, -1))} doesn’t attach a file here. It stays text.`,
    )
  return { content: contentOf([text]) }
}

/** Returns the content of a skill. `{{name}}` in its text stays a blank, as in skills that were exported here. */
function skillContent(pieces: Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{{${piece.name}}}`)).join('')
}

/** Returns the text without the markers that would run a command, and adds a note for each. */
export function withoutCommands(source: PromptSource): string {
  return removeMarkers(source, { marker: command, effect: 'run a command', body: source.body })
}

function withoutActiveMarkup(source: PromptSource): string {
  const body = withoutCommands(source)
  // Lines still have the same numbers as in the file, because no line break was removed.
  const lineAt = lineFinder(body, source.lineAt(0))
  return removeMarkers(
    { ...source, lineAt },
    { marker: file, effect: 'attach a file', body, ignored: codeRanges(body) },
  )
}

/** The marker to remove from a text (`body`), and what it would do (`effect`), for the notes. */
type Removal = { marker: RegExp; effect: string; body: string; ignored?: [start: number, end: number][] }

/** Removes each marker, which is one character, outside the `ignored` ranges. Adds a note for each. */
function removeMarkers(source: PromptSource, { marker, effect, body, ignored = [] }: Removal): string {
  let text = ''
  let end = 0
  let nextIgnored = 0
  for (const { index } of body.matchAll(marker)) {
    while (nextIgnored < ignored.length && (ignored[nextIgnored]?.[1] ?? 0) <= index) nextIgnored++
    if ((ignored[nextIgnored]?.[0] ?? body.length) <= index) continue
    const markup = /^(?:!`[^`\n]*`?|@[^\s)`,;]+|!)/.exec(body.slice(index, index + 100))?.[0] ?? ''
    source.notes.add(
      source.lineAt(index),
      `${quoteMarkup(markup === '!' ? '```!' : markup)} would ${effect}. Its marker is removed; the text stays.`,
    )
    text += body.slice(end, index)
    end = index + 1
  }
  return text + body.slice(end)
}

/** Returns the ranges of code in a text: blocks between fences, and spans between backticks. */
function codeRanges(text: string): [start: number, end: number][] {
  const ranges: [number, number][] = []
  let fence: { delimiter: string; at: number } | null = null
  let at = 0
  for (const line of text.split('\n')) {
    const [delimiter = ''] = /^\s*(?:`{3,}|~{3,})/.exec(line) ?? []
    if (fence && delimiter.trim().startsWith(fence.delimiter)) {
      ranges.push([fence.at, at + line.length])
      fence = null
    } else if (!fence && delimiter) fence = { delimiter: delimiter.trim(), at }
    else if (!fence)
      for (const span of line.matchAll(/`[^`]+`/g)) ranges.push([at + span.index, at + span.index + span[0].length])
    at += line.length + 1
  }
  if (fence) ranges.push([fence.at, text.length])
  return ranges
}

/** Returns the argument hint as text, such as `[name] <place>`. YAML parses a hint in square brackets as a list. */
function hintOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .flatMap((item) => scalarText(item) ?? [])
      .map((item) => `[${item}]`)
      .join(' ')
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : []
  return list.filter((item) => typeof item === 'string' && item !== '')
}
