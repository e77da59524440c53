import { describedVariables, variableLines } from '#features/variables/variable-list-rules.ts'
import { shorten } from '#lib/shorten.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { toMarkdown } from './markdown-rules.ts'
import { ownRecord } from './own-record-rules.ts'

/** Limits of agentskills.io, in characters. */
const nameMax = 64
const descriptionMax = 1024

/** Begins and ends what we write above the text of a prompt. */
const introStart = 'Ask for these values'
const textMark = '<!-- The text of the prompt: -->\n'

/** The name of a skill and its folder: a-z, 0-9 and single hyphens. */
export function skillName(slug: string): string {
  const name = slug.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return name.slice(0, nameMax).replace(/^-+|-+$/g, '') || 'prompt'
}

/**
 * Writes a prompt as a SKILL.md (agentskills.io). Above the text it tells an agent which values to ask for.
 * `name`: that of its folder.
 */
export function skillOf(prompt: ExportedPrompt, name = skillName(prompt.slug)): string {
  const { title, description, licence, content } = prompt
  const lines = variableLines(describedVariables(content, prompt.variables))
  // A text that begins like an intro gets one too, so that there is always one to remove.
  const hasIntro = lines !== '' || content.startsWith(introStart)
  const intro =
    hasIntro && `${introStart}, and put each in the place of its {{name}}:\n\n${listed(lines)}\n\n${textMark}`
  return toMarkdown(
    {
      name,
      description: shorten(description || title, descriptionMax),
      license: licence,
      metadata: ownRecord(prompt, { file: 'skill', names: {}, literals: {} }),
    },
    (intro || '') + inertText(content),
  )
}

function listed(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `- ${line.replaceAll('<!--', '<! --')}`)
    .join('\n')
}

/** The text in the body of a skill that `skillOf` wrote. */
export function textOfSkill(body: string): string {
  const start = body.indexOf(textMark)
  const isOurs = body.startsWith(introStart) && start !== -1
  return withCommands(isOurs ? body.slice(start + textMark.length) : body)
}

/** A text in which agents find nothing to run: they run code in backticks after an exclamation mark. */
export function inertText(text: string): string {
  return text.replace(/&#(?=(?:38;#)*33;)/g, '&#38;#').replace(/!(?=`)|(?<=`)!/g, '&#33;')
}

function withCommands(text: string): string {
  return text.replace(/&#33;(?=`)|(?<=`)&#33;/g, '!').replace(/&#38;#(?=(?:38;#)*33;)/g, '&#')
}
