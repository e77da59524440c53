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

/** Reads the file of a prompt's picture by its address, or returns null if there is no such file. */
export type ReadPicture = (address: string) => Promise<Uint8Array | null>

/**
 * Yields one file per prompt for an archive. Each skill is in a folder of its own, which has the skill's name. With
 * `readPicture`, Markdown files are followed by the files of their pictures.
 */
export async function* filesOf(
  format: FilePerPromptFormat,
  prompts: AsyncIterable<ExportedPrompt> | Iterable<ExportedPrompt>,
  readPicture?: ReadPicture,
): AsyncGenerator<ZipFile> {
  const folders = new Set<string>()
  for await (const original of prompts) {
    const picture = (format === 'md' && original.image && (await readPicture?.(original.image))) || null
    const prompt = picture ? { ...original, image: `pictures/${original.slug}.webp` } : original
    const folder = folderOf(prompt, folders)
    const [name, text] =
      format === 'skill'
        ? [`${folder}/SKILL.md`, skillOf(prompt, folder)]
        : [`${prompt.slug}.${format}`, fileOf(format, prompt)]
    const modifiedAt = new Date(prompt.updatedAt)
    yield { name, bytes: Buffer.from(text), modifiedAt }
    if (picture && prompt.image) yield { name: prompt.image, bytes: picture, modifiedAt }
    if (format === 'skill') yield* attachedFilesOf(prompt, `${folder}/`)
  }
}

/** Yields the files that come with a skill for an archive. `folder`: the skill's folder, with a slash, or nothing. */
export function* attachedFilesOf({ files, updatedAt }: ExportedPrompt, folder = ''): Generator<ZipFile> {
  for (const { path, text } of files)
    yield { name: folder + path, bytes: Buffer.from(text), modifiedAt: new Date(updatedAt) }
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
