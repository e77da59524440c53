import type { Variable } from '#features/variables/contract.ts'
import { escapeVariablesNamed } from '#features/variables/variable-rules.ts'
import { codeFinder } from './code-range-rules.ts'
import { scalarText, variableOf } from './described-input-rules.ts'
import { blankNamer, contentOf, type Piece, piecesOf } from './piece-rules.ts'
import { type ForeignPrompt, lineFinder, type PromptSource, quoteMarkup } from './source-rules.ts'
import { templateWordFinder } from './template-word-rules.ts'
import { findTemplateWords, noteOnCode, textInstead } from './text-note-rules.ts'

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
 * from 0), `$1` (counted from 0 if the text has a `$0`), and names that the file declares. In code, only `$ARGUMENTS` is
 * unmistakable; the others stay text there. Markers that would run a command or attach a file are removed.
 */
export function readAgentFile(source: PromptSource, isCommand: boolean): ForeignPrompt {
  const { frontMatter } = source
  const declaredNames = listOf(frontMatter.arguments)
  const hint = hintOf(frontMatter['argument-hint'])
  const takesArguments = isCommand || declaredNames.length > 0 || hint !== '' || source.body.includes('$ARGUMENTS')
  const markedBody = withoutActiveMarkup(source)
  const body = isCommand ? markedBody : withoutTemplateWords(source, markedBody)
  if (!takesArguments) return { content: body, importedKeys }
  const argumentNames =
    declaredNames.length > 0 ? declaredNames : [...hint.matchAll(/[[<]([^\][<>]+)[\]>]/g)].map(([, name = '']) => name)
  const isInCode = codeFinder(body)
  const firstNumber = [...body.matchAll(/\$0(?!\d)/g)].some(({ index }) => !isInCode(index)) ? 0 : 1
  const nameOf = blankNamer()
  const variables: Variable[] = []
  const textInCode: { written: string; index: number }[] = []
  const positionalName = (index: number) => nameOf(argumentNames[index] ?? `argument ${index + 1}`)
  const pieces = piecesOf(body, argument, ({ 0: whole, 1: index, 2: short, 3: named, index: at }): Piece | null => {
    if (named !== undefined && !declaredNames.includes(named)) return null
    if ((named ?? short) !== undefined && isInCode(at)) {
      textInCode.push({ written: whole, index: at })
      return null
    }
    if (index !== undefined) return { name: positionalName(Number(index)), default: null }
    if (short !== undefined) return { name: positionalName(Number(short) - firstNumber), default: null }
    if (named !== undefined) return { name: nameOf(named), default: null }
    const name = nameOf('arguments')
    if (hint) variables.push(variableOf(name, { description: hint }).variable)
    return { name, default: null }
  })
  source.notes.addOfText(source.lineAt(0), noteOnCode(body, textInCode, textInstead))
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

/** Returns the text of a skill with the words of template languages as text, and adds a note for each. */
function withoutTemplateWords({ notes, lineAt }: PromptSource, body: string): string {
  notes.addOfText(lineAt(0), findTemplateWords(body))
  return escapeVariablesNamed(body, templateWordFinder(body))
}

function withoutActiveMarkup(source: PromptSource): string {
  const body = withoutCommands(source)
  // Lines still have the same numbers as in the file, because no line break was removed.
  const lineAt = lineFinder(body, source.lineAt(0))
  return removeMarkers(
    { ...source, lineAt },
    { marker: file, effect: 'attach a file', body, isIgnored: codeFinder(body) },
  )
}

/** The marker to remove from a text (`body`), and what it would do (`effect`), for the notes. */
type Removal = { marker: RegExp; effect: string; body: string; isIgnored?: (offset: number) => boolean }

/** Removes each marker, which is one character, unless it is ignored. Adds a note for each. */
function removeMarkers(source: PromptSource, { marker, effect, body, isIgnored = () => false }: Removal): string {
  let text = ''
  let end = 0
  for (const { index } of body.matchAll(marker)) {
    if (isIgnored(index)) continue
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
