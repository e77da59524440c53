import { describedVariables, variableLines } from '#features/variables/variable-list-rules.ts'
import { shorten } from '#lib/shorten.ts'
import { cutText } from '#lib/well-formed.ts'
import type { ExportedPrompt } from './export-rules.ts'
import { toMarkdown } from './front-matter-rules.ts'
import { metadataOfRecord } from './record-metadata-rules.ts'

/** The limits of the Agent Skills format (agentskills.io), in characters. */
const nameMax = 64
const descriptionMax = 1024

/** The start and the end of the introduction above a prompt's text. */
const introStart = 'Ask for these values'
const introEnd = '<!-- The text of the prompt: -->\n'

/** Returns the name for a prompt's skill and for the skill's folder: only a-z, 0-9 and single hyphens. */
export function skillName(slug: string): string {
  const name = slug.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return cutText(name, nameMax).replace(/^-+|(?<!-)-+$/g, '') || 'prompt'
}

/** Returns what a prompt's SKILL.md says about it. Agents read this to decide whether to use the skill. */
export function skillDescription({ title, description }: Pick<ExportedPrompt, 'title' | 'description'>): string {
  return shorten(description || title, descriptionMax)
}

/**
 * Writes a prompt as a SKILL.md (agentskills.io). An introduction tells the agent which values to ask for. `name` is
 * the skill's name, and must be its folder's name too.
 */
export function skillOf(prompt: ExportedPrompt, name = skillName(prompt.slug)): string {
  const { licence, content } = prompt
  const lines = variableLines(describedVariables(content, prompt.variables))
  // A text that starts like an introduction also needs one, because an import removes the first introduction.
  const hasIntro = lines !== '' || content.startsWith(introStart)
  const intro =
    hasIntro && `${introStart}, and replace each {{name}} with its value:\n\n${toList(lines)}\n\n${introEnd}`
  return toMarkdown(
    {
      name,
      description: skillDescription(prompt),
      license: licence,
      metadata: metadataOfRecord(prompt, { file: 'skill', names: {}, literals: {} }),
    },
    (intro || '') + escapeCommands(content),
  )
}

/** Returns the lines as a Markdown list in which no item contains `introEnd`. */
function toList(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `- ${line.replaceAll('<!--', '<! --')}`)
    .join('\n')
}

/** Returns the prompt's text from the body of a skill that `skillOf` wrote. */
export function textOfSkill(body: string): string {
  const end = body.indexOf(introEnd)
  const hasIntro = body.startsWith(introStart) && end !== -1
  return restoreCommands(hasIntro ? body.slice(end + introEnd.length) : body)
}

/**
 * Escapes exclamation marks next to a backtick, because agents may run !`text` in a skill as a shell command. Also
 * escapes an existing `&#33;`, so that an import restores it.
 */
export function escapeCommands(text: string): string {
  return text.replace(/&#(?=(?:38;#)*33;)/g, '&#38;#').replace(/!(?=`)|(?<=`)!/g, '&#33;')
}

function restoreCommands(text: string): string {
  return text.replace(/&#33;(?=`)|(?<=`)&#33;/g, '!').replace(/&#38;#(?=(?:38;#)*33;)/g, '&#')
}
