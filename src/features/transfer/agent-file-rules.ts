import type { Variable } from '#features/variables/contract.ts'
import { scalarText, variableOf } from './described-input-rules.ts'
import { blankNames, contentOf, type Piece, piecesOf } from './piece-rules.ts'
import { type ForeignPrompt, lineFinder, type PromptSource, shownMark } from './source-rules.ts'

/** A command to run: `!` before backticks, at the start of a line or behind a space; or a block of code that begins so. */
const command = /(?<=^|\s)!(?=`[^`\n]+`)|(?<=^(?:`{3,}|~{3,}))!/gm
/** A file to attach: `@` before a path with a slash or an ending. */
const file = /(?<![\w`@./])@(?=(?:~?\/|\.{1,2}\/)?[\w-][\w.-]*(?:\/|\.[A-Za-z]))/g
const argument = /\$ARGUMENTS(?:\[(\d{1,2})\])?(?!\w)|\$(\d)(?![\w.,]*\d|\w)|\$([A-Za-z_]\w*)/g

/** Keys of a command that are read: names of its arguments. */
const read = ['argument-hint', 'arguments'] as const

/**
 * Reads a skill or a slash command of Claude Code. Arguments become blanks: `$ARGUMENTS`, `$1` (from 0 where there is a
 * `$0`), and names that the file declares. Marks that would run a command or attach a file are removed.
 */
export function readAgentFile(source: PromptSource, isCommand: boolean): ForeignPrompt {
  const { frontMatter } = source
  const declared = listOf(frontMatter.arguments)
  const hint = hintOf(frontMatter['argument-hint'])
  const takesArguments = isCommand || declared.length > 0 || hint !== '' || source.body.includes('$ARGUMENTS')
  const body = withoutMarks(source)
  if (!takesArguments) return { content: body, read }
  const hinted =
    declared.length > 0 ? declared : [...hint.matchAll(/[[<]([^\][<>]+)[\]>]/g)].map(([, name = '']) => name)
  const first = /\$0(?!\d)/.test(body) ? 0 : 1
  const nameOf = blankNames()
  const variables: Variable[] = []
  const positional = (index: number) => nameOf(hinted[index] ?? `argument ${index + 1}`)
  const pieces = piecesOf(body, argument, ([whole, index, short, named]): Piece | null => {
    if (index !== undefined) return { name: positional(Number(index)), default: null }
    if (short !== undefined) return { name: positional(Number(short) - first), default: null }
    if (named !== undefined && whole !== '$ARGUMENTS')
      return declared.includes(named) ? { name: nameOf(named), default: null } : null
    const name = nameOf('arguments')
    if (hint) variables.push(variableOf(name, { description: hint }).variable)
    return { name, default: null }
  })
  return { content: isCommand ? contentOf(pieces) : ownContent(pieces), variables, read }
}

/** Reads a rule of Cursor (`.mdc`). It has no inputs: all of it is text. */
export function readCursorFile(source: PromptSource): ForeignPrompt {
  const text = withoutMarks(source)
  for (const { 0: link, index } of source.body.matchAll(/\]\(mdc:[^)\n]{0,300}\)/g))
    source.notes.add(source.lineAt(index), `${shownMark(link.slice(2, -1))} attaches no file here. It stays text.`)
  return { content: contentOf([text]) }
}

/** A skill keeps `{{name}}`, as ours have it, and gets blanks for its arguments. */
function ownContent(pieces: Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{{${piece.name}}}`)).join('')
}

/** The text without the marks that would run a command. Each is noted. */
export function withoutCommands(source: PromptSource): string {
  return without(source, command, 'run a command', source.body)
}

function withoutMarks(source: PromptSource): string {
  const body = withoutCommands(source)
  // Lines are the same as in the file: only marks were removed.
  const lineAt = lineFinder(body, source.lineAt(0))
  return without({ ...source, lineAt }, file, 'attach a file', body, codeRanges(body))
}

/** Removes the first character of each mark, except within `code`. */
function without(
  source: PromptSource,
  mark: RegExp,
  does: string,
  body: string,
  code: [number, number][] = [],
): string {
  let text = ''
  let end = 0
  let range = 0
  for (const { index } of body.matchAll(mark)) {
    while (range < code.length && (code[range]?.[1] ?? 0) <= index) range++
    if ((code[range]?.[0] ?? body.length) <= index) continue
    const shown = /^(?:!`[^`\n]*`?|@[^\s)`,;]+|!)/.exec(body.slice(index, index + 100))?.[0] ?? ''
    source.notes.add(
      source.lineAt(index),
      `${shownMark(shown === '!' ? '```!' : shown)} would ${does}. Its mark is removed, the words stay.`,
    )
    text += body.slice(end, index)
    end = index + 1
  }
  return text + body.slice(end)
}

/** Where a text has code: blocks between fences, and words between backticks. Pairs of start and end. */
function codeRanges(text: string): [number, number][] {
  const ranges: [number, number][] = []
  let fence: { mark: string; at: number } | null = null
  let at = 0
  for (const line of text.split('\n')) {
    const [mark = ''] = /^\s*(?:`{3,}|~{3,})/.exec(line) ?? []
    if (fence && mark.trim().startsWith(fence.mark)) {
      ranges.push([fence.at, at + line.length])
      fence = null
    } else if (!fence && mark) fence = { mark: mark.trim(), at }
    else if (!fence)
      for (const span of line.matchAll(/`[^`]+`/g)) ranges.push([at + span.index, at + span.index + span[0].length])
    at += line.length + 1
  }
  if (fence) ranges.push([fence.at, text.length])
  return ranges
}

/** A hint such as `[name] <place>`. YAML reads one in square brackets as a list. */
function hintOf(value: unknown): string {
  if (Array.isArray(value))
    return value
      .flatMap((one) => scalarText(one) ?? [])
      .map((one) => `[${one}]`)
      .join(' ')
  return typeof value === 'string' ? value : ''
}

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[\s,]+/) : []
  return list.filter((one) => typeof one === 'string' && one !== '')
}
