import { t } from '#lib/texts.ts'
import { isStorable } from '#lib/well-formed.ts'
import type { SkillFile } from './contract.ts'

/** The limits of the files that come with a skill: how many, and how many characters a path and all texts may have. */
export const skillFileLimits = { files: 20, path: 100, texts: 100_000 } as const

/** The endings of text files that agents read. Nothing that runs is among them. */
const readableFile = /\.(?:md|txt|csv|json|ya?ml)$/i
/** Matches a name that every system can store: Windows reserves some, and drops a dot or a space at the end. */
const pathPart = /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[\w-](?:[\w .-]*[\w-])?$/i

/** Tells whether a file with this path, relative to its SKILL.md, can come with a skill. */
export function isSkillFilePath(path: string): boolean {
  if (path.length > skillFileLimits.path || /^skill\.md$/i.test(path)) return false
  return readableFile.test(path) && path.split('/').every((part) => pathPart.test(part))
}

/** Returns the files in the order in which they are stored. */
export function sortSkillFiles(files: SkillFile[]): SkillFile[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Returns a sentence that says why a skill can't have these files, or null if it can. */
export function skillFilesError(files: SkillFile[]): string | null {
  const { files: max, texts } = skillFileLimits
  if (files.length > max) return t('Use at most {max} files.', { max })
  const refused = files.find(({ path }) => !isSkillFilePath(path))
  if (refused)
    return t('“{path}” isn’t a path of a text file. Use .md, .txt, .csv, .json or .yaml.', {
      path: refused.path.slice(-60),
    })
  const paths = new Set(files.map(({ path }) => path.toLowerCase()))
  if (paths.size < files.length) return t('Use each path only once.')
  if ([...paths].some((path) => foldersOf(path).some((folder) => paths.has(folder))))
    return t('A path can’t be that of a file and of a folder.')
  if (files.some(({ text }) => !isStorable(text))) return t('A file contains a character that can’t be stored.')
  const length = files.reduce((sum, { text }) => sum + text.length, 0)
  return length > texts ? t('The files have {length} characters. Use at most {texts}.', { length, texts }) : null
}

/** Returns the paths of the folders that contain a file. */
function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Returns all files as one text, each after its path, for comparing versions. */
export function textOfFiles(files: SkillFile[]): string {
  return files.map(({ path, text }) => `${path}\n${text}`).join('\n')
}

/** The command that installs the skills at an address. */
export function installCommand(address: string): string {
  return `npx skills add ${address}`
}

/** The same for a secret address. Without the setting, the program reports each address to its maker. */
export function privateInstallCommand(address: string): string {
  return `DISABLE_TELEMETRY=1 ${installCommand(address)}`
}
