import { cutText } from '#lib/well-formed.ts'
import { dotpromptOf } from '../dotprompt-rules.ts'
import { type ExportedPrompt, markdownOf } from '../export-rules.ts'
import type { ExportFormat } from '../rules.ts'
import { skillName, skillOf } from '../skill-rules.ts'
import type { ZipFile } from './write-zip.ts'

/** The functions that write one prompt as a file, by format. */
const writers = { md: markdownOf, skill: (prompt: ExportedPrompt) => skillOf(prompt), prompt: dotpromptOf }
type FilePerPromptFormat = keyof typeof writers

/** Tells whether this format writes one file per prompt. */
export function hasFilePerPrompt(format: ExportFormat): format is FilePerPromptFormat {
  return Object.hasOwn(writers, format)
}

/** Returns a prompt as the text of a file. */
export function fileOf(format: FilePerPromptFormat, prompt: ExportedPrompt): string {
  return writers[format](prompt)
}

/** Yields one file per prompt for an archive. Each skill is in a folder of its own, which has the skill's name. */
export async function* filesOf(
  format: FilePerPromptFormat,
  prompts: AsyncIterable<ExportedPrompt>,
): AsyncGenerator<ZipFile> {
  const folders = new Set<string>()
  for await (const prompt of prompts) {
    const folder = folderOf(prompt, folders)
    const [name, text] =
      format === 'skill'
        ? [`${folder}/SKILL.md`, skillOf(prompt, folder)]
        : [`${prompt.slug}.${format}`, fileOf(format, prompt)]
    yield { name, bytes: Buffer.from(text), modifiedAt: new Date(prompt.updatedAt) }
  }
}

/**
 * Returns a name for a skill's folder that isn't in `folders`, and adds it there. Slugs are unique, but their first 64
 * characters may not be.
 */
function folderOf({ slug }: ExportedPrompt, folders: Set<string>): string {
  let folder = skillName(slug)
  for (let number = 2; folders.has(folder); number++) folder = `${skillName(cutText(slug, 56))}-${number}`
  folders.add(folder)
  return folder
}
